import { routes, toldReason } from '@countersign/contract';
import type { UserCaller } from '../access/authenticate-user.ts';
import type { Mount } from '../http/route.ts';
import { decideItem } from './decide-item.ts';
import { listApprovals } from './list-approvals.ts';
import { listDecisions } from './list-decisions.ts';
import { readPrecedent } from './read-precedent.ts';
import { readRejectionReasons } from './read-rejection-reasons.ts';
import { summarizeDecisions } from './summarize-decisions.ts';
import { listHeldDecisions } from './list-held-decisions.ts';
import { undoDecision } from './undo-decision.ts';
import { storedAnswer } from '../task-items/answer.ts';

/** Decisions, and what waits for them. */
export function mountApprovals(mount: Mount<UserCaller>): void {
  mount(routes.listApprovals, (caller, { query }) => listApprovals(caller, query));
  mount(routes.listDecisions, (caller, { query }) => listDecisions(caller, query));
  mount(routes.getDecisionSummary, (caller, { query }) => summarizeDecisions(caller, query));
  mount(routes.getRejectionReasons, (caller) => readRejectionReasons(caller));
  mount(routes.getTaskItemPrecedent, (caller, { params }) => readPrecedent(caller, params.id));
  mount(routes.listHeldDecisions, ({ userId }) => listHeldDecisions(userId));
  mount(routes.undoTaskItem, ({ userId }, { params, body }) => undoDecision(userId, params.id, body.releaseAt));
  mount(routes.approveTaskItem, ({ userId }, { params, body, ifMatch, device }) =>
    decideItem(userId, params.id, {
      isApproved: true,
      rejectionReason: null,
      edits: body.edits ?? null,
      answer: null,
      hash: ifMatch,
      device,
      hold: body.hold ?? null,
    }),
  );
  mount(routes.rejectTaskItem, ({ userId }, { params, body, ifMatch, device }) =>
    decideItem(userId, params.id, {
      isApproved: false,
      rejectionReason: toldReason(body),
      stop: body.stop === true,
      edits: null,
      answer: null,
      hash: ifMatch,
      device,
      hold: body.hold ?? null,
    }),
  );
  mount(routes.answerTaskItem, ({ userId }, { params, body, ifMatch, device }) =>
    decideItem(userId, params.id, {
      isApproved: true,
      rejectionReason: null,
      edits: null,
      answer: storedAnswer(body.answer),
      hash: ifMatch,
      device,
      hold: null,
    }),
  );
}
