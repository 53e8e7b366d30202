import type { Call } from '../call.ts';
import { type Grammar, parseOptions } from '../options.ts';
import { placeOf } from '../paths.ts';
import { addStrange } from './reading.ts';
import { RUNS_PROJECT_CODE } from './weighty.ts';

/** Options with which make only does what its files say. It takes abbreviations as well; those count as unknown. */
const known: Grammar = {
  flags: 'bBdehikLmnpqrRsStvw',
  valued: 'CfIoW',
  long:
    'always-make debug environment-overrides help ignore-errors jobs keep-going load-average max-load check-symlink-times ' +
    'just-print dry-run recon output-sync print-data-base question no-builtin-rules no-builtin-variables silent quiet no-silent ' +
    'no-keep-going stop touch trace version print-directory no-print-directory warn-undefined-variables shuffle',
  longValued: 'directory file makefile include-dir old-file assume-old what-if new-file assume-new',
};
/** Letters whose value, if there is one, is joined: `-j4`. */
const joined = /^-[bBdeikLmnqrRsStvw]*(?:j\d*|l[\d.]*|O[a-z]*)$/;
const asText = /^(?:-[A-Za-z]*E|--ev)/;
/** Variables that name a program, or options, and values that a shell would read. */
const asVariable = /^(?:SHELL|MAKEFLAGS|\.SHELLFLAGS)\s*[:+?]*=|^[\w.]+[:+?]*=.*[^\w.+:-]|^[^=\s]*!\s*=/s;

/** Make also accepts its rules as an argument or from standard input. */
export function judgeMake(call: Call): void {
  const { args, setting, span } = call;
  const { report } = setting;
  report.add('medium', RUNS_PROJECT_CODE, span);
  const { used, strange } = parseOptions(
    args.filter(({ value }) => !joined.test(value ?? '')),
    known,
  );
  if (strange) addStrange(call, strange);
  const text = args.find(({ value }) => value !== null && (asText.test(value) || asVariable.test(value)));
  if (text) report.add('unknown', 'Runs code that is given as text', text.span);
  for (const [index, { value }] of args.entries()) {
    const file = value === null ? null : fileOf(value, args[index + 1]?.value ?? null);
    if (file === null || (file !== '-' && placeOf(file, setting.workspace).at === 'inside')) continue;
    report.add('unknown', 'Runs whatever it is given to read', span);
  }
  if (used.has('p') || used.has('print-data-base'))
    report.add('high', 'Shows the environment, which may hold secrets', span);
}

/** The file of rules that an option names, joined or as the next word; null where it names none. */
function fileOf(option: string, next: string | null): string | null {
  const short = /^-[A-Za-z]*?f(.+)$/s.exec(option)?.[1];
  const long = /^--(?:make)?file=(.*)$/s.exec(option)?.[1];
  return short ?? long ?? (/^(?:-[A-Za-z]*f|--(?:make)?file)$/.test(option) ? next : null);
}
