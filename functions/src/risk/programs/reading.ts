import { holdsSecrets, isFileByName } from '@countersign/contract/agent';
import type { Call, Rule } from '../call.ts';
import { enterFolder, judgeReading, READS_SECRETS } from '../judge-path.ts';
import { KNOWN_LATE } from '../syntax.ts';
import { parseOptions } from '../options.ts';
import type { Arg } from '../words.ts';
import { type Reader, readers } from './readers.ts';

export const ONLY_READS = 'Only reads, changes nothing';
const READS_FOLDER = 'Reads all files of a folder';
export const CONTINUES_ELSEWHERE = 'Continues in an unknown folder';
export const STRANGE = 'An option or argument that is not known to be harmless';

/** Reports an unexpected argument. */
export function addStrange({ setting }: Call, { value, span }: Arg): void {
  setting.report.add('unknown', value === null ? KNOWN_LATE : STRANGE, span);
}

export const reading: Record<string, Rule> = {
  ...Object.fromEntries(
    Object.entries(readers).map(([name, reader]) => [name, (call: Call) => judgeReader(call, reader)]),
  ),
  jq: judgeJq,
  date: judgeDate,
  test: judgeTest,
  '[': judgeTest,
  cd: judgeChange,
};

/** Programs that may be asked for their version, and nothing else, with their letter for it. */
const versioned = new Map([
  ['node', '-v'],
  ['python', '-V'],
  ['python3', '-V'],
  ['make', '-v'],
  ['git', null],
  ['gcc', null],
]);
/** Whether a program that is called with this one option does nothing but print its version. */
export const asksVersion = (name: string, option: string | null | undefined) =>
  typeof option === 'string' && versioned.has(name) && (option === '--version' || option === versioned.get(name));

function judgeReader(
  call: Call,
  { operands: kind = 'paths', max = Infinity, without, through, readsFolders, fromFiles, ...grammar }: Reader,
): void {
  const { report } = call.setting;
  const { operands, used, strange } = parseOptions(call.args, grammar);
  const excess = operands[max];
  const wrong = strange ?? excess ?? (fromFiles ? call.args.find(({ value }) => value?.startsWith('@')) : undefined);
  if (wrong) addStrange(call, wrong);
  else report.add('low', ONLY_READS);
  const uses = (options: readonly string[] = []) => options.some((option) => used.has(option));
  if (uses(through)) report.add('medium', 'Reads all files below a folder, including hidden ones', call.span);
  if (kind === 'text') return;
  judgeOptions(call, operands);
  const places = kind === 'pattern' && !uses(without) ? operands.slice(1) : operands;
  if (readsFolders && !uses(readsFolders.listing)) {
    if (!areFiles(places)) report.add('medium', READS_FOLDER, call.span);
    call.setting.ofFolders.set(READS_FOLDER, 'medium');
  }
  for (const { value, span } of places) {
    if (value !== null && value !== '-') judgeReading(call.setting, value, span);
  }
}

/** Whether these are no folders, by their names; where none is given, it is the working folder. */
function areFiles(places: readonly Arg[]): boolean {
  return places.length > 0 && places.every(({ value }) => value === '-' || isFileByName(value ?? ''));
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

/** Its language cannot write or run anything, but reach the environment, and files that it does not name. */
function judgeJq(call: Call): void {
  const { setting, args } = call;
  const reader = readers.jq ?? {};
  const [filter] = parseOptions(args, reader).operands;
  judgeReader(call, reader);
  if (filter?.isPattern || /\b(?:env|import|include|modulemeta)\b/i.test(filter?.value ?? ''))
    setting.report.add('unknown', STRANGE, filter?.span);
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
  if (args.length !== 1 || !only?.value || only.isPattern || only.value.startsWith('-')) {
    return report.add('unknown', CONTINUES_ELSEWHERE, span);
  }
  report.add('low', ONLY_READS);
  judgeReading(setting, only.value, only.span);
  enterFolder(setting, only.value, only.span);
}
