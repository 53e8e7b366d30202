import type { ToolCall, ToolCallUpdate } from '@agentclientprotocol/sdk';
import { isRecord } from '../lib/is-record.ts';

/**
 * What is known of a call together with what an update adds; null and absent fields change nothing. Arguments add up:
 * some agents give all of them at first and, when they ask, only the one that counts. "Other" is no kind: a call keeps
 * its former one. `mask` removes secrets from output that is cut: what is left of one would not be known as such.
 */
export function mergeCall(
  known: ToolCall | null,
  update: ToolCallUpdate,
  mask: (text: string) => string = (text) => text,
): ToolCall {
  const news = Object.fromEntries(Object.entries(update).filter(([, value]) => value !== null && value !== undefined));
  const merged = { ...(known ?? { title: update.name ?? 'Tool call' }), ...news } as ToolCall;
  if (update.kind === 'other' && known?.kind) merged.kind = known.kind;
  if (isRecord(known?.rawInput) && isRecord(update.rawInput))
    merged.rawInput = { ...known.rawInput, ...update.rawInput };
  const output = `${terminalOutputOf(known)}${newOutputOf(update)}`;
  if (output !== '') merged._meta = { ...merged._meta, [OUTPUT]: endOf(output, mask) };
  return merged;
}

const endOf = (output: string, mask: (text: string) => string) =>
  output.length <= OUTPUT_LIMIT ? output : mask(output).slice(-OUTPUT_LIMIT);

/** Where a call keeps output that came in pieces. */
const OUTPUT = 'countersign/output';
/** How many characters of it are kept: its end, which says what came of a command. */
const OUTPUT_LIMIT = 90_000;

/** What a command has written so far, if its agent reports that in pieces outside the protocol (Codex). */
export function terminalOutputOf(call: ToolCall | null): string {
  const output = call?._meta?.[OUTPUT];
  return typeof output === 'string' ? output : '';
}

/** A call as it was before it wrote anything outside of its content. */
export function withoutOutput({ rawOutput: _, ...call }: ToolCall): ToolCall {
  return { ...call, _meta: { ...call._meta, [OUTPUT]: undefined } };
}

function newOutputOf({ _meta }: ToolCallUpdate): string {
  const piece = _meta?.terminal_output_delta ?? _meta?.terminal_output;
  return isRecord(piece) && typeof piece.data === 'string' ? piece.data : '';
}

/** True when the agent says that the call is over, whatever came of it. */
export function hasEnded({ status }: Pick<ToolCallUpdate, 'status'>): boolean {
  return status === 'completed' || status === 'failed';
}

/** The call inside which this one runs, if the agent says so. */
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
