import * as z from 'zod/mini';
import { isRecord } from '../lib/is-record.ts';

/** What a runner must know of an earlier one to continue its task; part of a checkpoint. */
const journal = z.object({
  version: z.literal(1),
  /** The agent that worked on it: another one cannot continue its session. */
  agent: z.string(),
  sessionId: z.nullable(z.string()),
  /** `publish`: the agent has finished, and its work is being published. */
  phase: z.enum(['work', 'publish']),
  turn: z.number(),
  lastWords: z.nullable(z.string()),
  /**
   * What came of decisions, by item id: the result, or null for a rejection that the agent has been told. A run begins
   * with those that the server may not have, and with what was pushed.
   */
  results: z.record(z.string(), z.unknown()),
  /** The ids of those results that say of an approved step that it was not carried out. */
  notExecuted: z._default(z.array(z.string()), []),
  /** The ids of questions asked before a Stop or a reopening: whatever is decided about them, it allows nothing. */
  lapsed: z._default(z.array(z.string()), []),
  /** Commits that are published, or were rejected, by repository id. */
  settledCommits: z.record(z.string(), z.string()),
  /** When the work being published was finished; with it, making the commit again gives the same commit. */
  finishedAt: z._default(z.nullable(z.string()), null),
  /** SHA-256 of the setup command that was run; what it changed is saved with this, but not what tools make again. */
  setup: z._default(z.nullable(z.string()), null),
  /** SHA-256 of a setup command that was rejected while the task goes on: it is not asked about again. */
  rejectedSetup: z._default(z.nullable(z.string()), null),
  /** The commit that was pushed last, of whichever repository, and its pull request, if it has one. */
  publishedCommit: z.nullable(z.string()),
  pullRequestUrl: z.nullable(z.string()),
  /** By repository id: the newest commit that was pushed. */
  pushed: z._default(z.record(z.string(), z.string()), {}),
  /** By repository id: the pushed commit that its branch at the remote no longer has; gone once it is pushed again. */
  gone: z._default(z.record(z.string(), z.string()), {}),
  /** By repository id: why GitHub refused the last push for what is in it; gone once it takes one. */
  refused: z._default(z.record(z.string(), z.string()), {}),
  /** By repository id: the approval under which it was refused, and its commit; gone once that is used, or can be no more. */
  refusedItems: z._default(z.record(z.string(), z.object({ itemId: z.string(), commit: z.string() })), {}),
  /**
   * By repository id: the approval under which a push began, and its commit, saved before it begins; gone once it is known
   * what came of it. A later run that does not find the commit on the branch cannot know whether it was there.
   */
  begun: z._default(z.record(z.string(), z.object({ itemId: z.string(), commit: z.string() })), {}),
  /**
   * By repository id: the commit that its question to publish is about, the ended pull request that is named there, where
   * its signed note goes, and what was left in submodules (both absent if asked by an earlier version). The same commit is
   * asked about in the same words, whatever GitHub says by then, and whether or not the deployment has a key by then.
   */
  asked: z._default(
    z.record(
      z.string(),
      z.object({
        commit: z.string(),
        ended: z.nullable(z.object({ number: z.number(), isMerged: z.boolean() })),
        note: z.optional(z.nullable(z.string())),
        left: z.optional(z.nullable(z.string())),
      }),
    ),
    {},
  ),
  /** By repository id: what a run that goes on says of what is changed in its submodules, which is not saved. */
  inSubmodules: z._default(z.record(z.string(), z.string()), {}),
  /** By repository id: the pull request of its branch, and digests of the words that were approved for it. */
  pullRequests: z._default(
    z.record(z.string(), z.object({ url: z.nullable(z.string()), words: z.array(z.string()) })),
    {},
  ),
  /** By repository id: why what was made last is not pushed. The task's end says it. */
  unpushed: z._default(z.record(z.string(), z.string()), {}),
  /** By repository id: why what was pushed last has no pull request. The task's end says that, too. */
  unpublished: z._default(z.record(z.string(), z.string()), {}),
  /** Where the work began, by repository id; `name` for people, e.g. `acme/app`. */
  start: z.record(
    z.string(),
    z.object({ base: z.string(), baseCommit: z.string(), name: z._default(z.nullable(z.string()), null) }),
  ),
  /** Where each repository lies in the workspace, by its id, as the agent was told; empty if an earlier version told it. */
  places: z._default(z.record(z.string(), z.string()), {}),
});
export type Journal = z.infer<typeof journal>;

/** The journal of a new task. */
export function newJournal(agent: string): Journal {
  return {
    version: 1,
    agent,
    sessionId: null,
    phase: 'work',
    turn: 0,
    lastWords: null,
    results: {},
    notExecuted: [],
    lapsed: [],
    settledCommits: {},
    finishedAt: null,
    setup: null,
    rejectedSetup: null,
    pullRequestUrl: null,
    publishedCommit: null,
    pushed: {},
    gone: {},
    refused: {},
    refusedItems: {},
    begun: {},
    asked: {},
    inSubmodules: {},
    pullRequests: {},
    unpushed: {},
    unpublished: {},
    start: {},
    places: {},
  };
}

/** Another commit is pushed: it has no pull request until that is known, whatever others have. */
export function notePushed(journal: Journal, repositoryId: string, commit: string): void {
  // An earlier version of the runner kept nothing but the address of the last one.
  if (Object.keys(journal.pullRequests).length === 0)
    journal.pullRequests[repositoryId] = { url: journal.pullRequestUrl, words: [] };
  journal.pushed[repositoryId] = commit;
  delete journal.gone[repositoryId];
  delete journal.refused[repositoryId];
  delete journal.refusedItems[repositoryId];
  delete journal.begun[repositoryId];
  Object.assign(journal, { publishedCommit: commit, pullRequestUrl: null });
}

/** What was kept of one repository is another's from now on. */
export function moveRepository(journal: Journal, from: string, to: string): void {
  const { settledCommits, pushed, gone, refused, refusedItems, unpushed, unpublished } = journal;
  const { begun, asked, inSubmodules, pullRequests, start, places } = journal;
  const ofPush: Record<string, unknown>[] = [
    settledCommits,
    pushed,
    gone,
    refused,
    refusedItems,
    begun,
    unpushed,
    unpublished,
  ];
  for (const byId of [...ofPush, asked, inSubmodules, pullRequests, start, places].filter((one) => from in one)) {
    byId[to] = byId[from];
    delete byId[from];
  }
}

/** Forgets the results that have arrived. What was pushed stays known: a reopened task does not push it again. */
export function forgetArrived(journal: Journal, open: readonly { id: string }[]): void {
  const mayBeMissing = new Set(open.map(({ id }) => id));
  const kept = Object.entries(journal.results).filter(
    ([id, result]) => mayBeMissing.has(id) || pushedBy(result) !== null,
  );
  journal.results = Object.fromEntries(kept);
  journal.notExecuted = journal.notExecuted.filter((id) => mayBeMissing.has(id));
  journal.lapsed = journal.lapsed.filter((id) => mayBeMissing.has(id));
}

/** The commit in a result of publishing; null for other results. */
export function pushedBy(result: unknown): string | null {
  return isRecord(result) && typeof result.commit === 'string' ? result.commit : null;
}

/**
 * Whether it was opened, or none can be: an approval could do nothing more. If it could not be opened, the result holds a
 * sentence about why in place of its address.
 */
export function hasPullRequest(result: unknown): boolean {
  if (!isRecord(result) || typeof result.pullRequest !== 'string') return false;
  return result.pullRequest.startsWith('http') || result.canRetry === false;
}

/** The address of the pull request that has this commit, as it was published; null if it has none, or that is not known. */
export function pullRequestOf({ results }: Pick<Journal, 'results'>, commit: string): string | null {
  const result = Object.values(results).findLast((one) => pushedBy(one) === commit && hasPullRequest(one));
  return isRecord(result) && typeof result.pullRequest === 'string' ? result.pullRequest : null;
}

/** Nothing is left to ask about a commit: it was rejected, or is published, perhaps before one that was rejected. */
export function isSettled({ settledCommits, gone, results }: Journal, repositoryId: string, commit: string): boolean {
  if (settledCommits[repositoryId] === commit) return true;
  if (gone[repositoryId] === commit) return false;
  return pullRequestOf({ results }, commit) !== null;
}

/** The newest commit that was pushed to a repository, as far as is known; null if there is none. */
export function pushedTo(
  { pushed, publishedCommit }: Pick<Journal, 'pushed' | 'publishedCommit'>,
  repositoryId: string,
): string | null {
  // Earlier versions kept one for all repositories. A hash is found in no other one.
  return pushed[repositoryId] ?? publishedCommit;
}

/** Reads a journal; null when something else wrote it. */
export function parseJournal(text: string): Journal | null {
  try {
    const parsed = z.safeParse(journal, JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
