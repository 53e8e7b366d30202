import { LIST_REPLY_ITEMS, type Decision, type DecisionFilters } from '@countersign/contract';
import type { UserCaller } from '../access/authenticate-user.ts';
import { iso } from '../documents/time.ts';
import { Page, type PageRequest } from '../lib/page.ts';
import { readProjectsOf } from '../own/read-own-project.ts';
import { list, read } from '../store/data.ts';
import { users } from '../store/firestore.ts';
import { readCursor, writeCursor } from '../store/list-page.ts';
import { decidedQuery, howOf, isDecision, outcomeOf, waitedSeconds, type DecidedItem } from './decided-item.ts';
import { readTitlesOf } from './read-titles.ts';

/** Documents that one call looks at, at most: what a filter rarely matches is found over several calls. */
const LOOKED_AT_MAX = 2_000;
/** How many are read at a time where filters want only some of them. */
const READ_SOME = 250;
/** How many are read at least after the first time: closed questions are skipped, and there may be many in a row. */
const READ_LEAST = 50;

/**
 * Decisions, latest first. A page holds what was found among `LOOKED_AT_MAX` documents; it may be empty while its
 * cursor leads on. Throws `invalid` for a cursor that is not ours.
 */
export async function listDecisions(
  { userId }: UserCaller,
  { limit = LIST_REPLY_ITEMS, cursor, ...filters }: PageRequest & DecisionFilters,
): Promise<Page<Decision>> {
  const found = await findDecisions(userId, filters, { limit, cursor });
  const [owner, ofItems, projects] = await Promise.all([
    read(users().doc(userId)),
    readTitlesOf(found.items),
    readProjectsOf(found.items),
  ]);
  return found.toReplies((item, index) => {
    const [task, project] = [ofItems[index], projects.get(item.projectId)];
    return task && project && toDecision(item, { who: owner?.email ?? '', task, project });
  });
}

async function findDecisions(
  userId: string,
  filters: DecisionFilters,
  { limit, cursor }: { limit: number; cursor: string | undefined },
): Promise<Page<DecidedItem>> {
  const query = decidedQuery(userId, filters);
  const isNarrowed = [filters.outcome, filters.how, filters.type, filters.risk, filters.q].some(
    (filter) => filter !== undefined,
  );
  const found: DecidedItem[] = [];
  const page = (next: string | null) => new Page(found, next, null, found.map(positionOf));
  let behind = cursor;
  for (let lookedAt = 0; lookedAt < LOOKED_AT_MAX;) {
    const atLeast = lookedAt === 0 ? limit : READ_LEAST;
    const wanted = isNarrowed ? READ_SOME : Math.max(atLeast, limit - found.length);
    const rest = behind === undefined ? query : query.startAfter(...readCursor(behind));
    // One more than wanted shows whether there are more.
    const items = await list(rest.limit(wanted + 1));
    const hasMore = items.length > wanted;
    const passing = await passingOf(items.slice(0, wanted), filters);
    for (const [index, item] of items.slice(0, wanted).entries()) {
      behind = positionOf(item);
      if (passing.has(item)) found.push(item);
      if (found.length === limit) return page(hasMore || index < items.length - 1 ? behind : null);
    }
    if (!hasMore) return page(null);
    lookedAt += wanted;
  }
  return page(behind ?? null);
}

const positionOf = ({ decidedAt, createdAt, id }: DecidedItem) => writeCursor(decidedAt ?? createdAt, id);

/** The decisions among these that match the filters. */
async function passingOf(items: readonly DecidedItem[], { q = '', ...filters }: DecisionFilters) {
  const text = q.trim().toLowerCase();
  const some = items.filter((item) => isDecision(item) && passes(item, filters));
  // Of a request to start a task, the task's title alone says what it is about.
  const ofTasks = await titlesOf(some.filter((item) => !mentions(item, text)));
  const isFound = (item: DecidedItem) =>
    mentions(item, text) || ofTasks.get(item.taskId)?.toLowerCase().includes(text) === true;
  return new Set(some.filter(isFound));
}

/** Each task's title once, by its id. */
async function titlesOf(items: readonly DecidedItem[]): Promise<Map<string, string>> {
  if (items.length === 0) return new Map();
  const once = [...new Set(items.map(({ taskId }) => taskId))].map((taskId) => ({ taskId }));
  const found = await readTitlesOf(once);
  return new Map(found.flatMap((task) => (task ? [[task.id, task.title] as const] : [])));
}

/** Whether a decision matches the filters, apart from the text searched for. */
function passes(item: DecidedItem, { outcome, how, type, risk }: Omit<DecisionFilters, 'q'>): boolean {
  return (
    (outcome === undefined || outcomeOf(item) === outcome) &&
    (how === undefined || howOf(item) === how) &&
    (type === undefined || item.type === type) &&
    (risk === undefined || (item.risk?.judged ? item.risk.level : 'unknown') === risk)
  );
}

/** Whether one of the item's texts that the list shows contains this. */
const mentions = ({ title, filePath, toolName, rejectionReason }: DecidedItem, text: string) =>
  [title, filePath, toolName, rejectionReason].some((shown) => shown?.toLowerCase().includes(text));

interface Of {
  who: string;
  task: { id: string; title: string };
  project: { id: string; name: string };
}

function toDecision(item: DecidedItem, { who, task, project }: Of): Decision {
  const { id, title, type, toolName, filePath, rejectionReason, hash, risk, createdAt } = item;
  return {
    id,
    title,
    type,
    toolName,
    filePath,
    rejectionReason,
    hash,
    risk,
    who,
    outcome: outcomeOf(item),
    how: howOf(item),
    rule: item.decidedByRule,
    limits: item.decidedByLimits,
    device: item.decidedOn,
    createdAt: iso(createdAt),
    decidedAt: iso(item.decidedAt ?? createdAt),
    waitedSeconds: waitedSeconds(item),
    task: { id: task.id, title: task.title, project: { id: project.id, name: project.name } },
  };
}
