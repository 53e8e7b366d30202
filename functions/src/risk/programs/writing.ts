import { isFileByName, originalOf } from '@countersign/contract/agent';
import type { Call, Rule } from '../call.ts';
import { judgeReading, judgeWriting, judgeWritten, type Setting, WRITES_UNNAMED } from '../judge-path.ts';
import { type Grammar, parseOptions } from '../options.ts';
import { placeOf } from '../paths.ts';
import { type Arg, namesOf } from '../words.ts';
import { addStrange, STRANGE } from './reading.ts';

interface Writer extends Grammar {
  text: string;
  /** Its last operand is written, or is a folder into which the others go, under their names. */
  toLast?: 'reads the others' | 'writes the others';
  /** The ending of a packed file: the name without it is written as well. */
  unpacks?: RegExp;
  /** What follows its first operand is only read. */
  packs?: true;
  /** With these options, it writes whatever is in the folders that it is given. */
  wholeFolders?: string[];
}

const packed = /[._-]g?z$/i;

/** Programs that change the files they name. */
const writers: Record<string, Writer> = {
  mkdir: { text: 'Creates folders in the workspace', flags: 'pv', long: 'parents verbose' },
  touch: { text: 'Creates files in the workspace, or changes their times', flags: 'acm' },
  tee: { text: 'Writes to a file in the workspace', flags: 'ai', long: 'append' },
  cp: {
    text: 'Copies files in the workspace',
    flags: 'aRrpvnuifT',
    long: 'recursive archive verbose no-clobber force',
    toLast: 'reads the others',
    wholeFolders: ['r', 'R', 'a', 'recursive', 'archive'],
  },
  // A folder takes the place of none that has files in it, so that no file is written over that is not named.
  mv: {
    text: 'Moves files in the workspace',
    flags: 'vniufT',
    long: 'verbose no-clobber force',
    toLast: 'writes the others',
  },
  ln: {
    text: 'Links files in the workspace',
    flags: 'sfnrvT',
    long: 'symbolic relative',
    toLast: 'writes the others',
  },
  truncate: { text: 'Truncates files in the workspace', valued: 's', flags: 'c' },
  gzip: { text: 'Packs or unpacks files in the workspace', flags: 'dkfvc123456789', unpacks: packed },
  gunzip: { text: 'Packs or unpacks files in the workspace', flags: 'kfvc', unpacks: packed },
  zip: { text: 'Packs or unpacks files in the workspace', flags: 'rqj', packs: true },
};
const unzip: Writer = { text: 'Packs or unpacks files in the workspace', flags: 'qon' };

export const writing: Record<string, Rule> = {
  ...Object.fromEntries(
    Object.entries(writers).map(([name, writer]) => [name, (call: Call) => judgeWriter(call, writer)]),
  ),
  tar: judgeTar,
  unzip(call) {
    call.setting.report.add('unknown', WRITES_UNNAMED, call.span);
    judgeWriter(call, unzip);
  },
};

function judgeWriter(call: Call, { text, toLast, unpacks, packs, wholeFolders, ...grammar }: Writer): void {
  const { args, setting, span } = call;
  const { operands, used, strange } = parseOptions(args, grammar);
  // Which of the names is an option's value depends on their order.
  const wrong = strange ?? args.find((arg) => arg.isPattern && !operands.includes(arg));
  if (wrong) addStrange(call, wrong);
  if (wholeFolders?.some((option) => used.has(option)))
    judgeFolders(call, used.has('T') ? operands : operands.slice(0, -1));
  if (operands.length === 0) setting.report.add('medium', text, span);
  // A device would be replaced, and what is moved there would be gone.
  const target = operands.at(-1);
  if (toLast === 'writes the others' && placeOf(target?.value ?? '', setting.workspace).at === 'nowhere')
    setting.report.add('high', 'Writes outside of the workspace', target?.span);
  const read = toLast === 'reads the others' ? operands.slice(0, -1) : [];
  for (const arg of read) for (const name of namesOf(arg)) judgeReading(setting, name, arg.span);
  const written = packs ? packedBy(operands) : operands.slice(read.length);
  if (toLast && !used.has('T')) judgeTargets(setting, operands, text, written);
  else judgeAll(setting, written, text);
  if (unpacks)
    for (const arg of written)
      for (const name of namesOf(arg)) judgeWriting(setting, name.replace(unpacks, ''), arg.span, text);
}

/** Judges a copy of these with all that is in them. */
function judgeFolders({ setting }: Call, copied: readonly Arg[]): void {
  setting.ofFolders.set(WRITES_UNNAMED, 'unknown');
  const folder = copied.find((arg) => arg.value === null || !namesOf(arg).every(isFileByName));
  if (folder) setting.report.add('unknown', WRITES_UNNAMED, folder.span);
}

/** The archive, which is written, and what goes into it: whatever is filled in there is only read. */
const packedBy = (operands: readonly Arg[]) =>
  operands.map((arg, index) => (index === 0 ? arg : { ...arg, isPattern: false }));

function judgeAll(setting: Setting, written: readonly Arg[], text: string): void {
  for (const arg of written) judgeWritten(setting, arg, text);
}

/**
 * Reports what it means to write these, the last of which may be a folder: then each of the others is written there,
 * under its own name.
 */
export function judgeTargets(setting: Setting, operands: readonly Arg[], text: string, written = operands): void {
  judgeAll(setting, written, text);
  const target = operands.at(-1);
  // With a pattern in its place, which name is the last, and so is written, is known only when the command runs.
  if (target?.isPattern) setting.report.add('unknown', WRITES_UNNAMED, target.span);
  const folder = target?.value ?? null;
  if (operands.length < 2 || folder === null || placeOf(folder, setting.workspace).at === 'nowhere') return;
  // If it is a folder all the same, the others are written there.
  if (isFileByName(folder)) return void setting.ofFolders.set(WRITES_UNNAMED, 'unknown');
  const nameOf = (path: string) => path.split('/').findLast((segment) => segment !== '');
  const copied = originalOf(nameOf(folder) ?? '');
  for (const arg of operands.slice(0, -1)) {
    if (arg.isPattern && arg.names === undefined) setting.report.add('unknown', WRITES_UNNAMED, arg.span);
    for (const name of namesOf(arg).flatMap((path) => nameOf(path) ?? [])) {
      // `cp package.json package.json.bak` names no folder.
      const isCopy = name === copied && !folder.endsWith(copied);
      if (!isCopy) judgeWriting(setting, `${folder}/${name}`, target?.span ?? null, text);
    }
  }
}

/** Letters only; long options may run programs, at each checkpoint, to unpack, or on another machine. */
function judgeTar({ args, setting, span }: Call): void {
  const [letters, archive, ...files] = args;
  const isPlain = /^-?[ctxvzjJ]+f$/.test(letters?.value ?? '') && archive?.value?.includes(':') === false;
  const strange = isPlain ? files.find(({ value }) => value === null || value.startsWith('-')) : (letters ?? archive);
  if (!isPlain || strange) return setting.report.add('unknown', STRANGE, strange?.span ?? span);
  const text = 'Packs or unpacks files in the workspace';
  setting.report.add('medium', text, span);
  if (letters?.value?.includes('x')) setting.report.add('unknown', WRITES_UNNAMED, span);
  judgeAll(setting, packedBy(archive ? [archive, ...files] : files), text);
}
