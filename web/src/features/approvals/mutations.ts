import {
  type Answer,
  type Approval,
  type ApproveItem,
  type RejectItem,
  routes,
  type TaskItem,
} from '@countersign/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { keys } from '../../entities/query-keys.ts';
import { api } from '../../lib/api.ts';
import { offerNotifications } from '../../lib/notifications/notification-offer.ts';
import { toast } from '../../ui/toaster/toast.ts';
import { type Decidable, refreshAfterConflict, refreshAfterDecision, whyNotDecided } from './decided.ts';
import type { KeptDecision } from './offline/kept-decisions.ts';
import { sendOrKeep } from './offline/send-or-keep.ts';
import { type Hold, held, noteDecidedHere } from './undo/hold.ts';
import { undo, type Undoable, undoOf } from './undo/undo.ts';

interface Approving extends Decidable {
  /** Holds it back from the agent for a moment, in which it can be undone. */
  hold?: Hold;
  /** A publish request's title and text, if a person changed them. */
  edits?: ApproveItem['edits'];
}

const approvalOf = ({ edits }: Approving): ApproveItem => (edits ? { edits } : {});

const rejectionOf = ({ reason, stop, noOtherWay }: Rejecting): RejectItem => ({
  reason,
  ...(stop && { stop }),
  ...(noOtherWay && { noOtherWay }),
});

const failed = { approve: 'Failed to approve item', reject: 'Failed to reject item' };

const KEPT = 'No answer came. Your decision is kept here, and sent again.';

interface Sending {
  /** The server is known to be out of reach, so the decision is kept at once. */
  isCut?: boolean;
  /** When the person decided, if not just now. */
  madeAt?: number;
}

/**
 * Calls that decide exactly what was on screen; every decision goes through them. Null means kept until the server
 * answers.
 */
function useDecide() {
  const queries = useQueryClient();
  const decide = (
    { id, taskId, hash, hold }: Approving | Rejecting,
    decision: Pick<KeptDecision, 'how' | 'body'>,
    { isCut = false, madeAt = Date.now() }: Sending,
    send: (call: ReturnType<typeof callOf>) => Promise<TaskItem>,
  ) => {
    const approval = queries.getQueryData<Approval[]>(keys.approvals)?.find((one) => one.id === id);
    const title = approval ? `${approval.task.title}: ${approval.title}` : 'A request';
    const made = { id, taskId, hash, title, ...decision, holdKey: hold?.key };
    const unanswered = (error: unknown) => {
      refreshAfterConflict(queries, error, made);
      toast.error(failed[decision.how], undefined, KEPT);
    };
    return sendOrKeep(made, isCut ? null : () => send(callOf(id, hash, hold)), unanswered, madeAt);
  };
  return {
    approve(approving: Approving, sending: Sending = {}): Promise<TaskItem | null> {
      const body = approvalOf(approving);
      const send = (call: ReturnType<typeof callOf>) => api.call(routes.approveTaskItem, { ...call, body });
      return decide(approving, { how: 'approve', body }, sending, send);
    },
    reject(rejecting: Rejecting, sending: Sending = {}): Promise<TaskItem | null> {
      const body = rejectionOf(rejecting);
      const send = (call: ReturnType<typeof callOf>) => api.call(routes.rejectTaskItem, { ...call, body });
      return decide(rejecting, { how: 'reject', body }, sending, send);
    },
  };
}

function callOf(id: string, hash: string, hold: Hold | undefined) {
  noteDecidedHere(id);
  return { params: { id }, ifMatch: hash, ...held(hold) };
}

/** Approves, then refreshes the queue and the numbers. */
export function useApproveItem() {
  const queries = useQueryClient();
  const { approve } = useDecide();
  return useMutation({
    mutationFn: (approving: Approving) => approve(approving),
    onSuccess: (item, approving) => {
      if (item === null) return;
      refreshAfterDecision(queries, approving);
      offerNotifications();
      toast.success('Approved', 'Item has been approved successfully', undoOf(queries, item, approving.hold));
    },
    onError: (error, approving) => {
      refreshAfterConflict(queries, error, approving);
      toast.error(failed.approve, undefined, whyNotDecided(error));
    },
  });
}

export interface Answering extends Decidable {
  /** The field values, by name. */
  answer: Answer;
}

/** Answers an agent's question, then refreshes the queue and the numbers. Field errors are shown at the fields. */
export function useAnswerItem() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, hash, answer }: Answering) =>
      api.call(routes.answerTaskItem, { params: { id }, body: { answer }, ifMatch: hash }),
    onSuccess: (_item, answering) => {
      refreshAfterDecision(queries, answering);
      toast.success('Answered', 'The agent gets your answer');
    },
    onError: (error, answering) => {
      refreshAfterConflict(queries, error, answering);
      toast.error('Failed to send the answer', undefined, whyNotDecided(error));
    },
  });
}

interface Rejecting extends Decidable {
  /** Holds it back from the agent for a moment, in which it can be undone. */
  hold?: Hold;
  /** Passed on to the agent. */
  reason: string;
  /** Ends the agent's turn with it. */
  stop?: boolean;
  /** Adds to the reason that nothing else is to be tried. */
  noOtherWay?: boolean;
  /** It was sent at one press, and an agent hears of it: whoever pressed by mistake is shown where to write to it. */
  isOnePress?: boolean;
}

/** Rejects with a reason, then refreshes the queue and the numbers. */
export function useRejectItem() {
  const queries = useQueryClient();
  const { reject } = useDecide();
  return useMutation({
    mutationFn: (rejecting: Rejecting) => reject(rejecting),
    onSuccess: (item, rejecting) => {
      if (item === null) return;
      refreshAfterDecision(queries, rejecting);
      // Fetched again when the next reason is asked for.
      void queries.invalidateQueries({ queryKey: keys.rejectionReasons, refetchType: 'none' });
      const instead = rejecting.isOnePress
        ? { label: 'Write to the agent', to: `/tasks/${rejecting.taskId}` }
        : undefined;
      toast.success('Rejected', 'Item has been rejected', undoOf(queries, item, rejecting.hold) ?? instead);
    },
    onError: (error, rejecting) => {
      refreshAfterConflict(queries, error, rejecting);
      toast.error(failed.reject, undefined, whyNotDecided(error));
    },
  });
}

/** Undoes a decision that the server holds back; `undo` itself says how that ended. */
export function useUndoDecision(decision: Undoable) {
  const queries = useQueryClient();
  return useMutation({ mutationFn: () => undo(queries, decision) });
}

export type Deciding = { how: 'approve'; items: readonly Approving[] } | { how: 'reject'; items: readonly Rejecting[] };

/** Errors by item id. */
export type Failures = ReadonlyMap<string, string>;

interface DecidedSeveral {
  failures: Failures;
  /** How many the server has decided; others that did not fail are kept until it answers. */
  decided: number;
}

/**
 * Decides several, one after the other, each by its own call and hash; a failure does not stop the others.
 * `onProgress`: how many have been answered.
 */
export function useDecideSeveral(onProgress: (answered: number) => void) {
  const queries = useQueryClient();
  const { approve, reject } = useDecide();
  return useMutation({
    mutationFn: async ({ how, items }: Deciding): Promise<DecidedSeveral> => {
      const failures = new Map<string, string>();
      const decided: Decidable[] = [];
      // After one that got no answer, the others do not wait a minute each for theirs.
      let isCut = false;
      const madeAt = Date.now();
      for (const [index, item] of items.entries()) {
        try {
          const sent = await (how === 'approve'
            ? approve(item, { isCut, madeAt })
            : reject(item as Rejecting, { isCut, madeAt }));
          if (sent === null) isCut = true;
          else decided.push(item);
        } catch (error) {
          failures.set(item.id, `${failed[how]}. ${whyNotDecided(error)}`);
          refreshAfterConflict(queries, error, item);
        }
        onProgress(index + 1);
      }
      if (decided.length > 0) refreshAfterDecision(queries, ...decided);
      return { failures, decided: decided.length };
    },
    onSuccess: ({ failures, decided: done }, { how, items }) => {
      const was = how === 'approve' ? 'approved' : 'rejected';
      const isAnyKept = done + failures.size < items.length;
      // The banner reports kept decisions.
      if (done + failures.size === 0) return;
      if (failures.size > 0 || isAnyKept) {
        const words = [`${done} of ${items.length} were ${was}.`, ...new Set(failures.values())].join(' ');
        // Shown even if the queue is now empty and the page has no other place for it.
        return toast.error(words, undefined, isAnyKept ? KEPT : undefined);
      }
      const many = done === 1 ? 'Item has been' : `${done} items have been`;
      if (how === 'approve') {
        offerNotifications();
        toast.success('Approved', `${many} approved successfully`);
      } else toast.success('Rejected', `${many} rejected`);
    },
  });
}
