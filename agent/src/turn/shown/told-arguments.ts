import type { ToolCall } from '@agentclientprotocol/sdk';
import { isRecord } from '../../lib/is-record.ts';
import { placeOf } from '../../workspace/leads-inside.ts';

/** A call gives no arguments at all. */
export const isWithoutArguments = ({ rawInput }: Pick<ToolCall, 'rawInput'>): boolean =>
  rawInput === undefined || rawInput === null || (isRecord(rawInput) && Object.keys(rawInput).length === 0);

/** The text that a call carries, without its diffs. */
export function textOf({ content }: Pick<ToolCall, 'content'>): string {
  return (content ?? [])
    .map((part) => (part.type === 'content' && part.content.type === 'text' ? part.content.text : ''))
    .filter((text) => text !== '')
    .join('\n');
}

/**
 * A command that is asked about with what its agent says beside it as arguments, which rules, limits and judgements go
 * by. Gemini gives none: its command is the title, and where and how it runs stands in the text. What cannot be read
 * there with certainty is an argument that nobody knows, so that a person is asked.
 */
export async function withToldArguments(call: ToolCall, workspace: string): Promise<ToolCall> {
  if (call.kind !== 'execute' || !isWithoutArguments(call)) return call;
  const text = textOf(call);
  if (text === '') return call;
  const beside = besideIn(text, [workspace, await placeOf(workspace)]) ?? { details: text };
  return { ...call, rawInput: { command: call.title, ...beside } };
}

/**
 * `[in DIR] (description)`: without a bracket more than these, it is clear where the folder ends. `[in a] [background]` may
 * be about a folder `a] [background`.
 */
const inFolder = /^\[in (?<folder>[^[\]]+)\](?: \([^[\]]*\))?$/;
/** What may follow `[current working directory …]`. A description ends with its parenthesis, whatever it contains. */
const behindFolder = /^(?: \([^]*\))?(?<background> \[background\])?$/;

/** What a text in Gemini's form says besides its description, which changes nothing; null for any other text. */
function besideIn(text: string, workspaces: readonly string[]): Record<string, unknown> | null {
  const own = workspaces.map((folder) => `[current working directory ${folder}]`).find((said) => text.startsWith(said));
  const said = own === undefined ? inFolder.exec(text) : behindFolder.exec(text.slice(own.length));
  if (said === null) return null;
  const { folder, background } = said.groups ?? {};
  return {
    ...(folder === undefined ? {} : { dir_path: folder }),
    ...(background === undefined ? {} : { is_background: true }),
  };
}
