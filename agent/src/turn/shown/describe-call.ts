import { sep } from 'node:path';
import type { Diff, ToolCall } from '@agentclientprotocol/sdk';
import type { EditParameters } from '@countersign/contract';
import type { RecordItem } from '@countersign/contract/agent';
import { changesOf, replacesAll } from '../../attribution/changes.ts';
import { isRecord } from '../../lib/is-record.ts';
import { fitTitle } from '../../server/fit-item.ts';
import { terminalOutputOf } from '../tool-call.ts';
import { argumentsBeside, withShownPaths } from './arguments-beside.ts';
import { inexactNumbers } from './inexact-numbers.ts';
import { leadsToOf } from './leads-to.ts';
import { shownChangesOf, shownPath } from './shown-change.ts';
import { shownChanges } from './shown-changes.ts';
import { isWithoutArguments, textOf, withToldArguments } from './told-arguments.ts';
import { diffsOf, withWholeChanges } from './whole-changes.ts';

export type CallFields = Pick<
  RecordItem,
  'type' | 'title' | 'content' | 'toolName' | 'toolKind' | 'toolParameters' | 'filePath' | 'fileContent'
>;

/**
 * What a person is shown of a call before it runs: its exact arguments, files by their content or as a change, the real
 * paths behind links of the workspace, and the names that a shell fills in. `isPast`: it has run already, and nobody is asked
 * about it.
 */
export async function describeCall(told: ToolCall, workspace: string, isPast = false): Promise<CallFields> {
  const whole = await withWholeChanges(told, workspace);
  // What a call says after it has run is what came of it.
  const call = isPast ? whole : await withToldArguments(whole, workspace);
  const [fields, leadsTo] = await Promise.all([fieldsOf(call, workspace, isPast), leadsToOf(call, workspace, isPast)]);
  if (leadsTo.length === 0) return fields;
  const { toolParameters } = fields;
  const isPlain = isRecord(toolParameters) && !Object.hasOwn(toolParameters, 'leadsTo');
  return { ...fields, toolParameters: { ...(isPlain ? toolParameters : { arguments: toolParameters }), leadsTo } };
}

async function fieldsOf(call: ToolCall, workspace: string, isPast: boolean): Promise<CallFields> {
  const diffs = diffsOf(call);
  const inexact = inexactNumbers(call.rawInput);
  const common = {
    title: titleOf(call, workspace),
    toolName: toolNameOf(call),
    toolKind: call.kind ?? 'other',
  } as const;
  if (diffs.length === 0) {
    return {
      ...common,
      type: 'tool_call',
      toolParameters: argumentsOf(call, workspace, isPast),
      content: linesOf([inexact, textOf(call).replaceAll(`${workspace}${sep}`, '').replaceAll(workspace, '.')]),
    };
  }
  const told = await shownChangesOf({ diffs, workspace, isPast, isEverywhere: replacesAll(call.rawInput) });
  const edits = told.map(({ change }) => change);
  const untold = isPast ? null : untoldPlaces(call, edits, workspace);
  const content = linesOf([inexact, ...told.flatMap(({ notes }) => notes), untold]);
  const unseen = content === null ? {} : { content };
  const [change] = edits;
  const shown = told.map(({ change, passage = change }) => passage);
  if (edits.length > 1 || change === undefined) {
    const toolParameters = { ...argumentsBeside(call.rawInput, edits, workspace), edits: shown };
    return { ...common, ...unseen, type: 'tool_call', toolParameters, filePath: null, fileContent: null };
  }
  const beside = argumentsBeside(call.rawInput, [change], workspace);
  if (change.oldText !== null || content !== null) {
    const toolParameters = { ...beside, ...shown[0] };
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

/** Says which other files a call names beside the changes that it shows; null if there are none. */
function untoldPlaces({ locations }: ToolCall, edits: readonly EditParameters[], workspace: string): string | null {
  const shown = shownChanges(edits, workspace);
  const others = (locations ?? []).map(({ path }) => path).filter((path) => shown.at(path).length === 0);
  const names = [...new Set(others)].map((path) => shownPath(path, workspace)).join(', ');
  return names === '' ? null : `The agent also names ${names}, and does not show what it does there.`;
}

const linesOf = (parts: ReadonlyArray<string | null>) => [...new Set(parts.filter(Boolean))].join('\n') || null;

/** The title of a call as a person reads it, at any length: it is cut where secrets are masked. */
export function titleOf(call: ToolCall, workspace: string): string {
  const diffs = diffsOf(call);
  const title = shownTitle(call.title, diffs, workspace);
  const { rawInput } = call;
  // A tool's name alone does not say what the call is about; a change names its file.
  if (diffs.length > 0 || !/^[\w-]+$/.test(title) || !isRecord(rawInput)) return title;
  const shown = withShownPaths(rawInput, workspace);
  const about = aboutNames.map((name) => shown[name]).find((value) => typeof value === 'string' && value !== '');
  return typeof about === 'string' ? `${title} ${about.replace(/\s+/g, ' ')}` : title;
}

const aboutNames = ['filePath', 'file_path', 'path', 'pattern', 'query', 'url'];

/** The result of a finished call. */
export function responseOf(call: ToolCall): unknown {
  const output = call.rawOutput ?? (textOf(call) || terminalOutputOf(call));
  const isEmpty = output === '' || output === undefined;
  if (call.status === 'failed') return { status: 'failed', ...(isEmpty ? {} : { output }) };
  if (isEmpty) return { status: 'completed' };
  return typeof output === 'object' ? withoutRepetition(output) : { output };
}

/** opencode gives a command's output twice: beside it, or as much of its end as it keeps in memory. */
function withoutRepetition(response: unknown): unknown {
  if (!isRecord(response) || !isRecord(response.metadata) || typeof response.output !== 'string') return response;
  const { output, ...beside } = response.metadata;
  if (typeof output !== 'string' || !response.output.endsWith(output.replace(/^\.\.\.\n\n/, ''))) return response;
  return { ...response, metadata: beside };
}

/** A tool's name, as far as its agent gives one. */
export function toolNameOf(call: ToolCall): string {
  const claude = call._meta?.claudeCode as { toolName?: unknown } | undefined;
  const named = call.name ?? claude?.toolName;
  return typeof named === 'string' && named !== '' ? named : (call.kind ?? 'tool');
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

/**
 * An agent's own arguments must not pass for what only the runner finds out: nor for a change, whose old text would be
 * taken for what the file holds, and folded where it stays.
 */
const claimsFindings = (rawInput: Record<string, unknown>) =>
  changesOf({ type: 'tool_call', toolParameters: rawInput }).length > 0 ||
  [rawInput, rawInput.edits].flat().some((part) => isRecord(part) && ('leadsTo' in part || 'isPassage' in part));

/**
 * The exact arguments; for agents that give a command only as the title, or only places, these. Where there is nothing
 * else, what is asked stands in the title alone: whole, as a title is cut where it is long, and steps of other titles are
 * other steps. So does what is done at places, where the title is cut. The history needs it no second time.
 */
function argumentsOf(call: ToolCall, workspace: string, isPast: boolean): unknown {
  const { rawInput } = call;
  if (!isWithoutArguments(call)) {
    const shown = isRecord(rawInput) ? withShownPaths(rawInput, workspace) : rawInput;
    return isRecord(rawInput) && claimsFindings(rawInput) ? { arguments: shown } : shown;
  }
  if (call.kind === 'execute') return { command: call.title };
  const paths = (call.locations ?? []).map((location) => shownPath(location.path, workspace));
  const isTold = isPast || (paths.length > 0 && fitTitle(call.title) === call.title);
  return { ...(paths.length > 0 && { paths }), ...(!isTold && { title: call.title }) };
}
