import type { AgentRepository, ClaimedTask } from '@countersign/contract/agent';
import type { Attribution } from '../attribution/attribution.ts';
import type { Checkpoints } from '../checkpoint/checkpoint.ts';
import type { Journal } from '../checkpoint/journal.ts';
import type { SavedReports } from '../checkpoint/saved-reports.ts';
import type { Consents } from '../consent/consent.ts';
import type { AgentApi } from '../server/api.ts';
import type { DecisionFeed } from '../server/decision-feed.ts';
import type { Log } from '../server/log.ts';
import type { ReportQueue } from '../server/report-queue.ts';
import type { ToldWaits } from '../server/told-waits.ts';
import type { Checkout } from '../workspace/git/checkout.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { Change } from './commit/commit.ts';
import type { Push } from './push/push.ts';

/** What publishing needs of a task. */
export interface Publishing {
  task: ClaimedTask;
  workspace: Pick<Workspace, 'checkouts' | 'credentialsOf'>;
  journal: Journal;
  consents: Consents;
  reports: ReportQueue;
  api: AgentApi;
  feed: DecisionFeed;
  saved: Pick<SavedReports, 'reportWhenSaved'>;
  checkpoints: Pick<Checkpoints, 'save' | 'isTooLarge'>;
  attribution: Pick<Attribution, 'ofCommit'>;
  /** Where the app is served, for a link back to the task. */
  appUrl: string | null;
  githubApiUrl: string;
  log: Log;
  /** Removes secrets. */
  redact: (text: string) => string;
  waits: Pick<ToldWaits, 'during'>;
  signal: AbortSignal;
  /** Milliseconds until it is tried again to save that a push begins; ten seconds if absent. */
  saveAgainMs?: number;
}

/** A commit to be published, and where to. */
export interface Proposal {
  checkout: Checkout;
  repository: AgentRepository;
  change: Change;
}

/** A push of the proposed commit, with the credentials that are stored now. */
export async function pushOf(
  { repository, change }: Proposal,
  { workspace, signal }: Pick<Publishing, 'workspace' | 'signal'>,
): Promise<Push> {
  return { commit: change.commit, credentials: await workspace.credentialsOf(repository), signal };
}
