import { ApiError, type PushedNote } from '@countersign/contract';
import type { ClaimedTask } from '@countersign/contract/agent';
import { agentRoutes } from '@countersign/contract/agent';
import { messageOf } from '../../lib/failures.ts';
import type { AgentApi } from '../../server/api.ts';
import type { ToldWaits } from '../../server/told-waits.ts';
import type { Checkout } from '../../workspace/git/checkout.ts';
import { pushNote } from './push-note.ts';
import type { Push } from './push.ts';

const NOTE = {
  kind: 'publish',
  title: 'Pushing the signed note',
  text: 'Pushing the signed note of the commit is taking a long time.',
} as const;

/** Milliseconds for the server to sign, all tries included: the commit is published, and the rest of the task waits. */
const SIGN_MS = 60_000;

export interface EvidenceToPush {
  checkout: Pick<Checkout, 'git'>;
  /** The request whose approval published the commit. */
  itemId: string;
  /** Where that request says that the note goes; null: it promises none. */
  ref: string | null;
  push: Push;
  task: ClaimedTask;
  api: AgentApi;
  log: (line: string) => void;
  waits: Pick<ToldWaits, 'during'>;
  /** Milliseconds for the server to sign; a minute if absent. */
  signMs?: number;
}

/**
 * Has the server sign what was decided, and pushes that as a note on the commit, which is pushed already. A failure is
 * reported and fails nothing: the commit stands. Null if no note was promised.
 */
export async function pushEvidence(evidence: EvidenceToPush): Promise<PushedNote | null> {
  const { checkout, itemId, ref, push, task, api, log, waits, signMs = SIGN_MS } = evidence;
  if (ref === null) {
    if (task.evidence) log('no signed note: this deployment has no signing key');
    return null;
  }
  try {
    const params = { taskId: task.id, itemId };
    const { envelope } = await api.call(agentRoutes.evidence, {
      params,
      body: { epoch: task.epoch, commit: push.commit },
      signal: AbortSignal.any([push.signal, AbortSignal.timeout(signMs)]),
    });
    if (envelope === null) throw new Error('this deployment no longer has a signing key');
    await waits.during(NOTE, () => pushNote(checkout, ref, `${JSON.stringify(envelope)}\n`, push));
    log(`pushed the signed note of ${push.commit.slice(0, 8)} to ${ref}`);
    return { ref, problem: null };
  } catch (error) {
    push.signal.throwIfAborted();
    const words = (error instanceof ApiError && error.reply?.message) || messageOf(error);
    const problem = `The signed note could not be pushed: ${words}`;
    log(problem);
    return { ref, problem };
  }
}
