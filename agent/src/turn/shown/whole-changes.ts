import { resolve } from 'node:path';
import type { ToolCall } from '@agentclientprotocol/sdk';
import { isRecord } from '../../lib/is-record.ts';
import { readInside } from '../../workspace/read-inside.ts';
import { applyPatch } from './apply-patch.ts';
import { withRemovals, type Shown } from './moved-files.ts';

/** The changes that a call shows. */
export const diffsOf = ({ content }: ToolCall): Shown[] =>
  (content ?? []).filter((part): part is Shown => part.type === 'diff');

/**
 * The call with each change of a file as a diff of its own: one that its agent gives only as a patch, and for a file
 * that is moved, the new file and the one that is removed.
 */
export async function withWholeChanges(call: ToolCall, workspace: string): Promise<ToolCall> {
  if (call.kind !== 'edit' && call.kind !== 'move') return call;
  const given = diffsOf(call);
  const all = [...given, ...(await patchedOnly(call, given, workspace))];
  const whole = await withRemovals(all, call, workspace);
  if (whole.length === given.length && whole.every((diff, index) => diff === given[index])) return call;
  const others = (call.content ?? []).filter(({ type }) => type !== 'diff');
  return { ...call, content: [...others, ...whole] };
}

/** opencode cuts the indentation that a patch's lines share, and then cannot apply the patch to show the change. */
async function patchedOnly({ rawInput }: ToolCall, given: readonly Shown[], workspace: string): Promise<Shown[]> {
  const shown = new Set(given.map(({ path }) => resolve(workspace, path)));
  const found = await Promise.all(
    patchesIn(rawInput).map(async ({ path, target, patch }): Promise<Shown[]> => {
      if (shown.has(resolve(workspace, target))) return [];
      const file = await readInside(workspace, path);
      if (file !== null && file.text === null) return [];
      const oldText = file?.text ?? null;
      const newText = applyPatch(oldText ?? '', patch);
      return newText === null ? [] : [{ type: 'diff', path: target, oldText, newText }];
    }),
  );
  return found.flat();
}

interface Patch {
  path: string;
  /** Another path if the file is moved. */
  target: string;
  patch: string;
}

function patchesIn(rawInput: unknown): Patch[] {
  if (!isRecord(rawInput)) return [];
  const { files, filepath, diff } = rawInput;
  if (!Array.isArray(files)) {
    return typeof filepath === 'string' && typeof diff === 'string'
      ? [{ path: filepath, target: filepath, patch: diff }]
      : [];
  }
  return files.filter(isRecord).flatMap(({ filePath: path, movePath, patch }) => {
    if (typeof path !== 'string' || typeof patch !== 'string') return [];
    return [{ path, target: typeof movePath === 'string' ? movePath : path, patch }];
  });
}
