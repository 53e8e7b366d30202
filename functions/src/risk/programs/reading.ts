import type { Call, Rule } from '../call.ts';
import { judgeReading, READS_SECRETS } from '../judge-path.ts';
import { KNOWN_LATE } from '../syntax.ts';
import { parseOptions } from '../options.ts';
import { holdsSecrets } from '../delicate-files.ts';
import type { Arg } from '../words.ts';
import { type Reader, readers } from './readers.ts';

export const ONLY_READS = 'Only reads, changes nothing';
export const STRANGE = 'An option or argument that is not known to be harmless';

/** Reports an unexpected argument. */
export function addStrange({ setting }: Call, { value, span }: Arg): void {
  setting.report.add('unknown', value === null ? KNOWN_LATE : STRANGE, span);
}

export const reading: Record<string, Rule> = {
  ...Object.fromEntries(
    Object.entries(readers).map(([name, reader]) => [name, (call: Call) => judgeReader(call, reader)]),
  ),
  date: judgeDate,
  test: judgeTest,
  '[': judgeTest,
  cd: judgeChange,
};

/** Programs that may be asked for their version, and nothing else. */
export const versioned = new Set('node python python3 git gcc make'.split(' '));

function judgeReader(
  call: Call,
  { operands: kind = 'paths', max = Infinity, without, through, globs = [], ...grammar }: Reader,
): void {
  const { report } = call.setting;
  const { operands, used, strange } = parseOptions(call.args, grammar);
  const excess = operands[max];
  const wrong = strange ?? excess;
  if (wrong) addStrange(call, wrong);
  else report.add('low', ONLY_READS);
  const isThrough = through?.some((option) => used.has(option)) === true;
  if (isThrough || valuesOf(call, globs).some(mayNameHidden))
    report.add('medium', 'Reads all files below a folder, including hidden ones', call.span);
  if (kind === 'text') return;
  judgeOptions(call, operands);
  const hasPattern = kind === 'pattern' && !without?.some((option) => used.has(option));
  for (const { value, span } of hasPattern ? operands.slice(1) : operands) {
    if (value !== null && value !== '-') judgeReading(call.setting, value, span);
  }
}

/** The values of an option with one of these names, joined to it or in the next word. */
function valuesOf({ args }: Call, names: readonly string[]): string[] {
  return args.flatMap(({ value }, index) => {
    const name = names.find((one) => value?.startsWith(one.length === 1 ? `-${one}` : `--${one}`));
    if (name === undefined || value === null) return [];
    const joined = value.slice(name.length === 1 ? 2 : name.length + 2).replace(/^=/, '');
    return [joined === '' ? (args[index + 1]?.value ?? '') : joined];
  });
}

/** Whether a glob may match hidden files; false for one that excludes files, or whose extension hidden files rarely have. */
function mayNameHidden(glob: string): boolean {
  if (glob.startsWith('!')) return false;
  const ending = /^(?:[\w*-]+\/)*(?:\*|[\w-]+)\.(\w+)$/.exec(glob)?.[1];
  return ending === undefined || /^(?:env|local|prod|production|dev|development|staging|test)$/i.test(ending);
}

/** An option's value may name files as well: `--include=.env`. */
function judgeOptions({ args, setting }: Call, operands: readonly Arg[]): void {
  const others = new Set(operands);
  for (const arg of args) {
    if (arg.value === null || others.has(arg)) continue;
    const { value, span } = arg;
    const named = value.startsWith('--') ? value.slice(value.indexOf('=') + 1) : value.replace(/^-[A-Za-z]+/, '');
    if (holdsSecrets(named.split('/')) || holdsSecrets(value.slice(2).split('/'))) {
      setting.report.add('high', READS_SECRETS, span);
    }
  }
}

/** Only prints the time: with anything else than a format, it may set the clock. */
function judgeDate(call: Call): void {
  const { args, setting } = call;
  const known = { flags: 'uR', valued: 'd', long: 'utc iso-8601 rfc-3339', longValued: 'date' };
  const { operands, strange } = parseOptions(args, known);
  const wrong = strange ?? operands.find(({ value }) => !value?.startsWith('+'));
  if (wrong) addStrange(call, wrong);
  else setting.report.add('low', ONLY_READS);
}

const tests = new Set('-e -f -d -r -w -x -s -L -h -n -z = == != ! -a -o -nt -ot ( ) ]'.split(' '));
const comparisons = new Set('-eq -ne -lt -le -gt -ge'.split(' '));

/** `-v` and, in some shells, comparisons evaluate their operands: only numbers are accepted. */
function judgeTest(call: Call): void {
  const { args, setting } = call;
  const isStrange = ({ value }: Arg, index: number) => {
    if (value === null) return true;
    if (!value.startsWith('-') || tests.has(value)) return false;
    return !(comparisons.has(value) && isNumber(args[index - 1]) && isNumber(args[index + 1]));
  };
  const strange = args.find(isStrange);
  if (strange) addStrange(call, strange);
  else setting.report.add('low', ONLY_READS);
}

function isNumber(arg: Arg | undefined): boolean {
  return /^\d+$/.test(arg?.value ?? '');
}

/** After a change of folder, the command's paths lie somewhere else. */
function judgeChange({ args, setting, span }: Call): void {
  const [only] = args;
  const { report } = setting;
  if (args.length !== 1 || only?.value === null || !only?.value || only.value.startsWith('-')) {
    return report.add('unknown', 'Continues in an unknown folder', span);
  }
  report.add('low', ONLY_READS);
  judgeReading(setting, only.value, only.span);
}
