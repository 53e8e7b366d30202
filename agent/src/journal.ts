import * as z from 'zod/mini';

/** What a runner must know of an earlier one to go on with its task; part of a checkpoint. */
const journal = z.object({
  version: z.literal(1),
  /** Which agent worked on it: another one cannot go on with its conversation. */
  agent: z.string(),
  sessionId: z.nullable(z.string()),
  /** `publish`: the agent has finished, what it made is being published. */
  phase: z.enum(['work', 'publish']),
  turn: z.number(),
  lastWords: z.nullable(z.string()),
  /** Results of consents that may not have arrived: item id → what was given back. */
  results: z.record(z.string(), z.unknown()),
  /** Commits that are published, or were not wanted, by repository id. */
  settledCommits: z.record(z.string(), z.string()),
  /** When what is being published was finished; the same commit comes of it however often it is made. */
  finishedAt: z._default(z.nullable(z.string()), null),
  pullRequestUrl: z.nullable(z.string()),
  publishedCommit: z.nullable(z.string()),
  /** Where the work began, by repository id; `name` for people, e.g. `acme/app`. */
  start: z.record(
    z.string(),
    z.object({ base: z.string(), baseCommit: z.string(), name: z._default(z.nullable(z.string()), null) }),
  ),
});
export type Journal = z.infer<typeof journal>;

export function newJournal(agent: string): Journal {
  return {
    version: 1,
    agent,
    sessionId: null,
    phase: 'work',
    turn: 0,
    lastWords: null,
    results: {},
    settledCommits: {},
    finishedAt: null,
    pullRequestUrl: null,
    publishedCommit: null,
    start: {},
  };
}

/** Reads a journal; null when it was written by something else. */
export function parseJournal(text: string): Journal | null {
  try {
    const parsed = z.safeParse(journal, JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
