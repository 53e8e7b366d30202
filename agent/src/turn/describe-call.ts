import { relative, resolve, sep } from 'node:path';
import type { Diff, ToolCall } from '@agentclientprotocol/sdk';
import type { EditParameters } from '@countersign/contract';
import type { RecordItem } from '@countersign/contract/agent';
import { isRecord } from '../lib/is-record.ts';
import { terminalOutputOf } from './tool-call.ts';
import { argumentsBeside, withShownPaths } from './arguments-beside.ts';
import { readInside, sizeWords } from '../workspace/read-inside.ts';

export type CallFields = Pick<
  RecordItem,
  'type' | 'title' | 'content' | 'toolName' | 'toolKind' | 'toolParameters' | 'filePath' | 'fileContent'
>;

/** What a person is shown of a call before it runs: its exact arguments, and files by their content or as a change. */
export async function describeCall(call: ToolCall, workspace: string): Promise<CallFields> {
  const diffs = (call.content ?? []).filter((part): part is Diff & { type: 'diff' } => part.type === 'diff');
  const common = {
    title: shownTitle(call.title, diffs, workspace),
    toolName: toolNameOf(call),
    toolKind: call.kind ?? 'other',
  } as const;
  if (diffs.length === 0) {
    return {
      ...common,
      type: 'tool_call',
      toolParameters: argumentsOf(call, workspace),
      content: textOf(call).replaceAll(`${workspace}${sep}`, '').replaceAll(workspace, '.') || null,
    };
  }
  const told = await Promise.all(diffs.map((diff) => changeOf(diff, workspace)));
  const edits = told.map(({ change }) => change);
  const content = told.flatMap(({ note }) => note ?? []).join('\n') || null;
  const unseen = content === null ? {} : { content };
  const [change] = edits;
  if (edits.length > 1 || change === undefined) {
    const toolParameters = { ...argumentsBeside(call.rawInput, edits, workspace), edits };
    return { ...common, ...unseen, type: 'tool_call', toolParameters, filePath: null, fileContent: null };
  }
  const beside = argumentsBeside(call.rawInput, [change], workspace);
  if (change.oldText !== null || content !== null) {
    const toolParameters = { ...beside, ...change };
    return { ...common, ...unseen, type: 'tool_call', toolParameters, filePath: change.path, fileContent: null };
  }
  return {
    ...common,
    type: 'file_creation',
    toolParameters: { ...beside, path: change.path },
    filePath: change.path,
    fileContent: change.newText,
  };
}

/** The text that a call carries, without its diffs. */
function textOf(call: ToolCall): string {
  return (call.content ?? [])
    .map((part) => (part.type === 'content' && part.content.type === 'text' ? part.content.text : ''))
    .filter((text) => text !== '')
    .join('\n');
}

/** The result of a finished call. */
export function responseOf(call: ToolCall): unknown {
  const output = call.rawOutput ?? (textOf(call) || terminalOutputOf(call));
  const isEmpty = output === '' || output === undefined;
  if (call.status === 'failed') return { status: 'failed', ...(isEmpty ? {} : { output }) };
  if (isEmpty) return { status: 'completed' };
  return typeof output === 'object' ? output : { output };
}

function toolNameOf(call: ToolCall): string {
  const claude = call._meta?.claudeCode as { toolName?: unknown } | undefined;
  const named = call.name ?? claude?.toolName;
  return typeof named === 'string' && named !== '' ? named : (call.kind ?? 'tool');
}

/** A path as the person reads it: relative if it is in the workspace. */
export function shownPath(path: string, workspace: string): string {
  const inside = relative(workspace, resolve(workspace, path));
  return inside === '' || inside === '..' || inside.startsWith(`..${sep}`) ? path : inside;
}

/** A change, with a note if the text that is lost cannot be shown. */
async function changeOf(diff: Diff, workspace: string): Promise<{ change: EditParameters; note: string | null }> {
  const path = shownPath(diff.path, workspace);
  const { newText } = diff;
  if (diff.oldText) return { change: { path, oldText: diff.oldText, newText }, note: null };
  // Some agents give no old text, or an empty one, when they create or overwrite: the person must see what is lost.
  const file = await readInside(workspace, diff.path);
  const oldText = file?.text ?? null;
  const isUnseen = file !== null && oldText === null;
  const note = isUnseen
    ? `${path} exists already: a file of ${sizeWords(file.bytes)}, whose text cannot be shown here, is replaced by this.`
    : null;
  return { change: { path, oldText, newText }, note };
}

/** Without the workspace's own path; a title that is only a path also says what happens to the file. */
function shownTitle(title: string, diffs: readonly Diff[], workspace: string): string {
  // Some agents give absolute paths without the first separator.
  const shown = [`${workspace}${sep}`, `${workspace}${sep}`.slice(1)].reduce(
    (text, prefix) => text.replaceAll(prefix, ''),
    title,
  );
  const isPath = diffs.some((diff) => shownPath(diff.path, workspace) === shown);
  if (!isPath) return shown;
  return `${diffs.every((diff) => diff.oldText) ? 'Edit' : 'Write'} ${shown}`;
}

/** The exact arguments; for agents that give a command only as the title, or only places, these. */
function argumentsOf(call: ToolCall, workspace: string): unknown {
  const { rawInput } = call;
  const isEmpty =
    rawInput === undefined || rawInput === null || (isRecord(rawInput) && Object.keys(rawInput).length === 0);
  if (!isEmpty) return isRecord(rawInput) ? withShownPaths(rawInput, workspace) : rawInput;
  if (call.kind === 'execute') return { command: call.title };
  const paths = (call.locations ?? []).map((location) => shownPath(location.path, workspace));
  return paths.length > 0 ? { paths } : {};
}
