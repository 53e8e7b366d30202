import type { Call, Rule } from '../call.ts';
import { judgeReading, judgeWriting } from '../judge-path.ts';
import { type Grammar, parseOptions } from '../options.ts';
import { addStrange, STRANGE } from './reading.ts';

interface Writer extends Grammar {
  text: string;
  /** Its last operand is written, the others are read; otherwise all are written. */
  toLast?: boolean;
}

/** Programs that change the files they name. */
const writers: Record<string, Writer> = {
  mkdir: { text: 'Creates folders in the workspace', flags: 'pv', long: 'parents verbose' },
  touch: { text: 'Creates files in the workspace, or changes their times', flags: 'acm' },
  tee: { text: 'Writes to a file in the workspace', flags: 'ai', long: 'append' },
  cp: {
    text: 'Copies files in the workspace',
    flags: 'aRrpvnuiT',
    long: 'recursive archive verbose no-clobber',
    toLast: true,
  },
  mv: { text: 'Moves files in the workspace', flags: 'vniuT', long: 'verbose no-clobber' },
  ln: { text: 'Links files in the workspace', flags: 'sfnrvT', long: 'symbolic relative' },
  truncate: { text: 'Truncates files in the workspace', valued: 's', flags: 'c' },
  gzip: { text: 'Packs or unpacks files in the workspace', flags: 'dkfvc123456789' },
  gunzip: { text: 'Packs or unpacks files in the workspace', flags: 'kfvc' },
  zip: { text: 'Packs or unpacks files in the workspace', flags: 'rqj' },
  unzip: { text: 'Packs or unpacks files in the workspace', flags: 'qon' },
};

export const writing: Record<string, Rule> = {
  ...Object.fromEntries(
    Object.entries(writers).map(([name, writer]) => [name, (call: Call) => judgeWriter(call, writer)]),
  ),
  tar: judgeTar,
};

function judgeWriter(call: Call, { text, toLast = false, ...grammar }: Writer): void {
  const { args, setting, span } = call;
  const { operands, strange } = parseOptions(args, grammar);
  if (strange) addStrange(call, strange);
  if (operands.length === 0) setting.report.add('medium', text, span);
  for (const [index, { value, span: at }] of operands.entries()) {
    if (value === null) continue;
    if (toLast && index < operands.length - 1) judgeReading(setting, value, at);
    else judgeWriting(setting, value, at, text);
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
  for (const { value, span: at } of [archive, ...files]) if (value != null) judgeWriting(setting, value, at, text);
}
