import { routes } from '@countersign/contract';
import type { UserCaller } from '../access/authenticate-user.ts';
import type { Mount } from '../http/route.ts';
import { decideItem } from './decide-item.ts';
import { listApprovals } from './list-approvals.ts';
import { storedAnswer } from '../task-items/answer.ts';

/** Decisions, and what waits for them. */
export function mountApprovals(mount: Mount<UserCaller>): void {
  mount(routes.listApprovals, (caller, { query }) => listApprovals(caller, query));
  mount(routes.approveTaskItem, ({ userId }, { params, body, ifMatch }) =>
    decideItem(userId, params.id, {
      isApproved: true,
      rejectionReason: null,
      edits: body.edits ?? null,
      answer: null,
      hash: ifMatch,
    }),
  );
  mount(routes.rejectTaskItem, ({ userId }, { params, body, ifMatch }) =>
    decideItem(userId, params.id, {
      isApproved: false,
      rejectionReason: body.reason,
      edits: null,
      answer: null,
      hash: ifMatch,
    }),
  );
  mount(routes.answerTaskItem, ({ userId }, { params, body, ifMatch }) =>
    decideItem(userId, params.id, {
      isApproved: true,
      rejectionReason: null,
      edits: null,
      answer: storedAnswer(body.answer),
      hash: ifMatch,
    }),
  );
}
