import { createHash } from 'node:crypto';
import type { ToolCall, ToolCallUpdate } from '@agentclientprotocol/sdk';
import { ID_LENGTH } from '@countersign/contract';

/** A tool call of the agent, as far as it is known: first from whichever message names it. */
export interface KnownCall {
  toolCallId: string;
  itemId: string;
  parentId: string | null;
  call: ToolCall;
  /** A person is asked, or was, about this call in this run. */
  isAsked: boolean;
  /** Approved and handed to the agent; not finished. */
  isReleased: boolean;
  isFinished: boolean;
}

/** An id that is the same whenever the same step is recorded again, after a retry or in a new run of the same session. */
export function stepId(...parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('\0')).digest('base64url').slice(0, ID_LENGTH);
}

/**
 * What is known of a call together with what an update adds; null and absent fields change nothing. Arguments add up: some agents
 * give all of them at first and, when they ask, only the one that counts.
 */
export function mergeCall(known: ToolCall | null, update: ToolCallUpdate): ToolCall {
  const news = Object.fromEntries(Object.entries(update).filter(([, value]) => value !== null && value !== undefined));
  const merged = { ...(known ?? { title: update.name ?? 'Tool call' }), ...news } as ToolCall;
  if (isRecord(known?.rawInput) && isRecord(update.rawInput))
    merged.rawInput = { ...known.rawInput, ...update.rawInput };
  return merged;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isFinished(call: ToolCall): boolean {
  return call.status === 'completed' || call.status === 'failed';
}

/** The call under whose hood this one runs, where the agent says so. */
export function parentCallOf(call: ToolCall): string | null {
  const claude = call._meta?.claudeCode;
  if (typeof claude !== 'object' || claude === null) return null;
  const parent = (claude as { parentToolUseId?: unknown }).parentToolUseId;
  return typeof parent === 'string' ? parent : null;
}

const writingKinds: readonly (ToolCall['kind'] | null)[] = ['edit', 'delete', 'move'];

/** The files that a call changes, as the agent names them. */
export function placesWrittenBy({ kind, content, locations }: ToolCall): string[] {
  const shown = (content ?? []).flatMap((part) => (part.type === 'diff' ? [part.path] : []));
  const touched = writingKinds.includes(kind ?? null) ? (locations ?? []).map(({ path }) => path) : [];
  return [...new Set([...shown, ...touched])];
}
