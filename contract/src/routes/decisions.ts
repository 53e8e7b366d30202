import * as z from 'zod/mini';
import {
  decision,
  decisionsQuery,
  decisionSummary,
  precedent,
  rejectionReasons,
  summaryQuery,
} from '../entities/decision.ts';
import { route } from './route.ts';

/** The routes of past decisions; a part of `routes`, in a file of its own that pages load only where they need it. */

export const listDecisions = route({
  method: 'GET',
  path: '/api/decisions',
  summary:
    'Decisions, latest first. Filters are applied part by part: a page may be empty although X-Next-Cursor leads on',
  query: decisionsQuery,
  reply: z.array(decision),
});
export const getDecisionSummary = route({
  method: 'GET',
  path: '/api/decisions/summary',
  summary: 'The last 1,000 decisions in numbers: outcomes, and how long the requests waited',
  query: summaryQuery,
  reply: decisionSummary,
});
export const getRejectionReasons = route({
  method: 'GET',
  path: '/api/rejection-reasons',
  summary: 'Your recent reasons for rejecting, most used first',
  reply: rejectionReasons,
});
export const getTaskItemPrecedent = route({
  method: 'GET',
  path: '/api/task-items/:id/precedent',
  summary: 'The last request of the same shape that you approved in its project, if it differs from this one',
  reply: precedent,
});
