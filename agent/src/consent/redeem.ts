import { agentRoutes, type Decision } from '@countersign/contract/agent';
import { nanoid } from 'nanoid';
import { asTaskGone, isConflict, isUndecided, wasRedeemed, type AgentApi } from '../server/api.ts';
import type { ReportQueue } from '../server/report-queue.ts';
import type { Consent } from './consent.ts';

/**
 * Redeems a decision about a task. Null where it was redeemed before, or is an approval from before a Stop, which is
 * reported as not carried out where this very call had redeemed it. Undone means that its owner took it back: the question
 * stands.
 */
export type Redeem = (decision: Pick<Decision, 'itemId' | 'hash'>) => Promise<Consent | 'undone' | null>;

export interface RedeemOptions {
  api: AgentApi;
  taskId: string;
  epoch: number;
  reports: Pick<ReportQueue, 'reportOutcome'>;
}

/** What came of an approval that was taken back before this runner had the reply by which it redeemed it. */
const takenBack = {
  status: 'failed',
  output: 'It was not carried out: the task was stopped before its runner had heard of the approval.',
};

export function createRedeem({ api, taskId, epoch, reports }: RedeemOptions): Redeem {
  return async ({ itemId, hash }) => {
    const body = { epoch, hash, nonce: nanoid(32) };
    try {
      const decision = await api.call(agentRoutes.release, { params: { taskId, itemId }, body });
      return toConsent(decision);
    } catch (error) {
      if (isUndecided(error)) return 'undone';
      if (wasRedeemed(error)) reports.reportOutcome(itemId, { outcome: 'not_executed', toolResponse: takenBack });
      if (isConflict(error)) return null;
      return asTaskGone(error);
    }
  };
}

/** A decision that this run has redeemed, as the consent that it is. */
export function toConsent(decision: Decision): Consent {
  const { itemId, isApproved, rejectionReason, edits, answer = null, byStop = false } = decision;
  return { itemId, isApproved, reason: rejectionReason, edits, answer, isDecided: true, byStop };
}
