import { ITEM_LEVELS_MAX, type Issue } from '@countersign/contract';
import type { RecordItem } from '@countersign/contract/agent';
import type { Tx } from '../../effects/transact.ts';
import type { TaskItemDocument } from '../../documents/task-item.ts';
import type { TaskDocument } from '../../documents/task.ts';
import { invalid } from '../../lib/errors.ts';
import { taskItems } from '../../store/firestore.ts';
import { itemsBelow } from '../../store/queries.ts';

/** A step as sent, as stored before, and its position in the request, for issues. */
export interface SentStep {
  sent: RecordItem;
  before: TaskItemDocument | undefined;
  path: Issue['path'];
}

/** A step's place: below another step, or at a known level. */
type Place = { parent: string } | { level: number };

/**
 * The levels of steps in a task's history, 1 for a step without a parent. A parent is a step of the same task, recorded
 * before or sent in the same request; no step is below itself at any distance, or deeper than ITEM_LEVELS_MAX. Throws
 * `invalid` that lists every misplaced step.
 */
export async function placeSteps(tx: Tx, task: TaskDocument, steps: SentStep[]): Promise<number[]> {
  const places = new Map(steps.map((step) => [step.sent.id, placeOf(step)]));
  const [stored, bound] = await Promise.all([
    levelsOfStored(tx, task, places),
    Promise.all(steps.map((step) => isBound(tx, step))),
  ]);
  const issues: Issue[] = [];
  const levels = steps.map(({ sent, path }, index) => {
    const level = bound[index]
      ? 'Other steps are below this one: it keeps its parent'
      : levelOf(sent.id, places, stored);
    if (typeof level === 'number') return level;
    issues.push({ path: [...path, 'parentId'], message: level });
    return 0;
  });
  if (issues.length > 0) throw invalid(issues);
  return levels;
}

/** A parent that is left out or named again stays; null removes it. */
function placeOf({ sent: { parentId }, before }: SentStep): Place {
  if (before && (parentId === undefined || parentId === before.parentId)) return { level: before.level };
  return parentId ? { parent: parentId } : { level: 1 };
}

/** The levels of stored parents that are not in this request; those of other tasks are left out. */
async function levelsOfStored(tx: Tx, task: TaskDocument, places: Map<string, Place>): Promise<Map<string, number>> {
  const parents = [...places.values()].flatMap((place) => ('parent' in place ? [place.parent] : []));
  const ids = [...new Set(parents)].filter((id) => !places.has(id));
  const found = await Promise.all(ids.map((id) => tx.read(taskItems().doc(id))));
  return new Map(found.flatMap((item) => (item?.taskId === task.id ? [[item.id, item.level] as const] : [])));
}

/** True for a stored step with others below it: moving it would take them along, too deep or below themselves. */
async function isBound(tx: Tx, { sent, before }: SentStep): Promise<boolean> {
  if (!sent.parentId || !before || before.parentId === sent.parentId) return false;
  return (await tx.query(itemsBelow(before.taskId, before.id).limit(1))).length > 0;
}

/** The level of a sent step, following the parents in the same request; or what is wrong with its place. */
function levelOf(id: string, places: Map<string, Place>, stored: Map<string, number>): number | string {
  const passed = new Set<string>();
  let at = id;
  for (let place = places.get(at); place && 'parent' in place; place = places.get(at)) {
    if (passed.has(at)) return 'A step cannot be below itself';
    passed.add(at);
    at = place.parent;
  }
  const place = places.get(at);
  const level = place && 'level' in place ? place.level : stored.get(at);
  if (level === undefined) return 'The parent is not an item of this task';
  if (level + passed.size <= ITEM_LEVELS_MAX) return level + passed.size;
  return `Steps are nested too deeply: ${ITEM_LEVELS_MAX} levels at most`;
}
