import type { Plan, ToolCall } from '@agentclientprotocol/sdk';
import { isRecord } from '../lib/is-record.ts';

type Entry = Plan['entries'][number];

/** The tool with which opencode's model keeps its plan: it tells of it as of any other call, and sends no plan. */
const TOOL = 'todowrite';

/** Whether a call is one of that tool: known by its first title, and then by being given a list of these and nothing else. */
export function isTodoList({ title, kind, rawInput }: ToolCall): boolean {
  if (kind !== 'other') return false;
  if (!isRecord(rawInput) || Object.keys(rawInput).length === 0) return title === TOOL;
  return Object.keys(rawInput).join() === 'todos' && Array.isArray(rawInput.todos);
}

/** The plan that a call gives; null if it gives none that can be told. */
export function planOf(call: ToolCall): Pick<Plan, 'entries'> | null {
  if (!isTodoList(call) || call.status !== 'completed' || !isRecord(call.rawInput)) return null;
  const { todos } = call.rawInput;
  if (!Array.isArray(todos) || todos.length === 0) return null;
  const entries = todos.map(entryOf);
  return entries.every((entry) => entry !== null) ? { entries } : null;
}

/** What was given up is not to be done any more. */
function entryOf(todo: unknown): Entry | null {
  if (!isRecord(todo) || typeof todo.content !== 'string') return null;
  const content = todo.status === 'cancelled' ? `~~${todo.content}~~` : todo.content;
  return { content, priority: 'medium', status: statusOf(todo.status) };
}

function statusOf(status: unknown): Entry['status'] {
  if (status === 'cancelled') return 'completed';
  return status === 'completed' || status === 'in_progress' ? status : 'pending';
}
