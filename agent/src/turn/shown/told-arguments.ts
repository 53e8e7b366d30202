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
 * The call of a command, with whatever its agent says beside it turned into arguments, which rules, limits and
 * judgements go by. Gemini gives none: its command is the title, and the text says where and how it runs. What cannot
 * be read there with certainty becomes an argument of an unknown name, so that a person is asked.
 */
export async function withToldArguments(call: ToolCall, workspace: string): Promise<ToolCall> {
  if (call.kind !== 'execute' || !isWithoutArguments(call)) return call;
  const text = textOf(call);
  if (text === '') return call;
  const beside = besideIn(text, [workspace, await placeOf(workspace)]) ?? { details: text };
  return { ...call, rawInput: { command: call.title, ...beside } };
}

/**
 * `[in DIR] (description)`: without a bracket more than these, it is clear where the folder ends. `[in a] [background]`
 * may be about a folder `a] [background`.
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
