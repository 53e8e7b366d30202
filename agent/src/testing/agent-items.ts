import type { RecordItem } from '@countersign/contract/agent';
import { createHash } from 'node:crypto';
import type { AgentState, StoredItem, StoredTask } from './agent-state.ts';
import { invalid, Refusal } from './refusal.ts';

const FRESH = {
  hash: null,
  isApproved: null,
  decidedAt: '',
  rejectionReason: null,
  byStop: false,
  grant: null,
  replacedBy: null,
  nonce: null,
  edits: null,
  answer: null,
  releases: 0,
} as const;

/** Steps as they will be stored, all or none; of several with one id the last counts. Throws `conflict`, `invalid`. */
export function mergeItems(state: AgentState, task: StoredTask, sent: RecordItem[]): StoredItem[] {
  const last = [...new Map(sent.map((item) => [item.id, item])).values()];
  const merged = last.map((item) => mergeItem(state.items.get(item.id), task, item));
  const all = new Map([...state.itemsOf(task.id), ...merged].map((item) => [item.id, item]));
  for (const item of merged) checkAbove(item, all);
  return merged;
}

/** The question that a new one replaces, or that became a step which asks nothing; null if there is none. Throws `conflict`, `already_decided`. */
export function replacedBy(state: AgentState, item: StoredItem): StoredItem | null {
  const before = state.items.get(item.id);
  const takesPlace = item.needsApproval ? !before?.needsApproval : before === undefined;
  if (!takesPlace || item.replaces === undefined) return null;
  const former = state.items.get(item.replaces);
  if (former?.taskId !== item.taskId || !former.needsApproval || former.id === item.id) {
    throw new Refusal('conflict', 'No open question');
  }
  if (former.isApproved !== null && !item.needsApproval) return null;
  if (former.isApproved !== null) throw new Refusal('already_decided', 'Decided already');
  return former;
}

/** Why a question that became a refused step is closed. */
export function reasonOf({ toolResponse }: StoredItem): string {
  const { output } = (toolResponse ?? {}) as { output?: unknown };
  return `Withdrawn. ${typeof output === 'string' ? output : ''}`;
}

/** Every ancestor must be an item of the same task, and none of them the item itself. Throws `invalid`. */
function checkAbove(item: StoredItem, all: ReadonlyMap<string, StoredItem>): void {
  const seen = new Set([item.id]);
  for (let { parentId } = item; parentId; parentId = all.get(parentId)?.parentId) {
    if (!all.has(parentId)) throw invalid('parentId', 'The parent is not an item of this task');
    if (seen.has(parentId)) throw invalid('parentId', 'An item is not below itself');
    seen.add(parentId);
  }
}

/** A field left out stays as it was, null clears it; a question remains one, and what is asked never changes. */
function mergeItem(before: StoredItem | undefined, task: StoredTask, item: RecordItem): StoredItem {
  if (before !== undefined && before.taskId !== task.id) throw new Refusal('conflict', 'This id is taken');
  const { fileContentPiece: piece, ...sent } = item;
  const next: StoredItem = { ...(before ?? { taskId: task.id, ...FRESH }), ...defined(sent) };
  next.needsApproval = before?.needsApproval === true || sent.needsApproval === true;
  if (piece !== undefined) next.fileContent = withPiece(before?.fileContent ?? '', piece);
  if (!next.needsApproval) return next;
  next.hash = hashOf(next);
  next.grant ??= 'unused';
  if (before?.needsApproval === true && before.hash !== next.hash)
    throw new Refusal('conflict', 'Asked or decided already');
  return next;
}

function withPiece(file: string, { at, text }: { at: number; text: string }): string {
  if (text !== '' && file.startsWith(text, at)) return file; // sent again
  if (file.length !== at) throw new Refusal('conflict', `The file ends at ${file.length}`);
  return file + text;
}

/** SHA-256 of what a decision is about, as the server computes it: canonical JSON of exactly these fields. */
function hashOf(item: RecordItem): string {
  const { title, type, content, toolName, toolKind, toolParameters, filePath, fileContent, enforcement } = item;
  const shown = { title, type, content, toolName, toolKind, toolParameters, filePath, fileContent, enforcement };
  const complete = Object.fromEntries(Object.entries(shown).map(([name, value]) => [name, value ?? null]));
  return createHash('sha256').update(canonicalJson(complete)).digest('hex');
}

/** Sorted keys, no blanks. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );
}

function defined(item: RecordItem): RecordItem {
  return Object.fromEntries(Object.entries(item).filter(([, value]) => value !== undefined)) as RecordItem;
}
