import { editParameters, type ToolKind } from '@countersign/contract';
import * as z from 'zod';
import { type Act, isBare } from './act.ts';
import { emptyingOf } from './empty-files.ts';
import { mayBecomeSecret } from './filled-in.ts';
import { judgeReading, judgeWriting, READS_SECRETS, type Setting } from './judge-path.ts';

/** Acts on files, as tools name them. */
const fileKinds = {
  read: 'Reads files',
  search: 'Searches files',
  edit: 'Changes files',
  move: 'Moves files',
} as const;
export type FileKind = keyof typeof fileKinds;

/** Whether a tool of this kind acts on files that it names. */
export function isFileKind(kind: ToolKind | null): kind is FileKind {
  return kind !== null && Object.hasOwn(fileKinds, kind);
}

/** Parameter names of tools for the files concerned; in `leadsTo` the runner gives the real paths behind links. */
const pathNames = new Set(
  'path paths file files filePath file_path filepath absolute_path abs_path notebook_path dir_path directory from to source destination oldPath newPath old_path new_path leadsTo'.split(
    ' ',
  ),
);
/** Other parameters, which cannot name a file. */
const otherNames: Record<FileKind, ReadonlySet<string>> = {
  read: new Set(
    'offset limit line start_line end_line startLine endLine view_range pages description encoding'.split(' '),
  ),
  search: new Set(
    'pattern query regex glob include exclude output_mode type head_limit offset limit multiline ignore case_sensitive -A -B -C -n -i -o context description'.split(
      ' ',
    ),
  ),
  edit: new Set(
    'oldText newText old_string new_string oldString newString replace_all replaceAll content contents new_source cell_id cell_type edit_mode expected_replacements instruction description edits isPassage'.split(
      ' ',
    ),
  ),
  move: new Set(['overwrite', 'description']),
};

/** One of several edits: a change of a file that it names, or a passage of the file that is named outside. */
const innerEdits = z
  .array(
    z.union([
      z.strictObject(editParameters.shape),
      z.strictObject({ old_string: z.string(), new_string: z.string(), replace_all: z.boolean().optional() }),
    ]),
  )
  .min(1);

/** Judges an act on files by the paths it names; without a path, or with unknown parameters, it cannot be judged. */
export function judgeFiles(kind: FileKind, act: Act, setting: Setting): void {
  const { report } = setting;
  const { filePath } = act;
  const { paths, strange } = pathsIn(kind, act.parameters);
  const all = [...new Set([...(filePath === null ? [] : [filePath]), ...paths])];
  if (strange !== null) report.add('unknown', 'Has unknown parameters');
  const emptying = kind === 'edit' ? emptyingOf(act) : null;
  if (emptying !== null) report.add(emptying.level, emptying.why);
  const text = `${fileKinds[kind]} in the workspace`;
  if (all.length === 0 && (kind !== 'search' || isBare(act))) return report.add('unknown', 'Does not say which files');
  for (const path of all) {
    if (kind === 'search' && isPattern(path) && mayBecomeSecret(path)) report.add('high', READS_SECRETS);
    if (kind === 'read' || kind === 'search') judgeReading(setting, path);
    else judgeWriting(setting, path, null, text);
  }
  if (kind === 'read' || kind === 'search') report.add('low', fileKinds[kind]);
}

/** Every path, and the first name or value that is not understood. */
export function pathsIn(kind: FileKind, parameters: unknown): { paths: string[]; strange: string | null } {
  if (parameters === null || parameters === undefined) return { paths: [], strange: null };
  if (typeof parameters !== 'object' || Array.isArray(parameters)) return { paths: [], strange: 'parameters' };
  const paths: string[] = [];
  const edited: (string | null)[] = [];
  let strange: string | null = null;
  for (const [name, value] of Object.entries(parameters)) {
    if (pathNames.has(name)) {
      const named = Array.isArray(value) ? (value as unknown[]) : [value];
      for (const path of named) {
        if (typeof path === 'string') paths.push(path);
        else if (path !== null) strange ??= name;
      }
    } else if (!otherNames[kind].has(name)) strange ??= name;
    else if (name === 'edits') {
      const edits = editsIn(value);
      if (edits === null) strange ??= name;
      edited.push(...(edits ?? []));
    } else if (!isPlain(kind, value)) strange ??= name;
    // A file name pattern may begin anywhere, and name secrets; `pattern` may also be what is searched for.
    else if (name === 'glob' || name === 'include') paths.push(...[value].flat().filter(isAwayOrSecret));
    else if (name === 'pattern') paths.push(...[value].flat().filter(isAway));
  }
  // Passages belong to the file that is named outside.
  if (edited.includes(null) && paths.length === 0) strange ??= 'edits';
  return { paths: [...paths, ...edited.filter((path) => path !== null)], strange };
}

/** Each edit's file, null for an edit of the file named outside; null instead of the list where an edit is neither. */
function editsIn(value: unknown): (string | null)[] | null {
  const found = innerEdits.safeParse(value);
  return found.success ? found.data.map((edit) => ('path' in edit ? edit.path : null)) : null;
}

/** A word or a number; for reading acts also a list of them. Anything else might hide a file that is not looked at. */
function isPlain(kind: FileKind, value: unknown): boolean {
  const isList = Array.isArray(value) && kind !== 'edit' && kind !== 'move';
  return (isList ? (value as unknown[]) : [value]).every((one) => one === null || typeof one !== 'object');
}

const isPattern = (path: string) => /[*?[{]/.test(path);
const isAwayOrSecret = (value: unknown): value is string =>
  isAway(value) || (typeof value === 'string' && mayBecomeSecret(value));

function isAway(value: unknown): value is string {
  return (
    typeof value === 'string' && (value.startsWith('/') || value.startsWith('~') || value.split('/').includes('..'))
  );
}
