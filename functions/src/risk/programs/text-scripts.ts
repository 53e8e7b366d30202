import type { Call } from '../call.ts';
import { judgeReading, judgeWriting, judgeWritten } from '../judge-path.ts';
import { parseOptions } from '../options.ts';
import { type Arg, namesOf } from '../words.ts';
import { addStrange, ONLY_READS, STRANGE } from './reading.ts';

const CHANGES = 'Changes files in the workspace';

/** `sed` with commands that each print or replace; `w`, `e` and `r` would write files, run commands and read others. */
export function judgeSed(call: Call): void {
  const { setting, span } = call;
  const { report } = setting;
  const { args, scripts, copies } = withoutValues(call.args);
  const { operands, used, strange } = parseOptions(args, {
    flags: 'nErszui',
    // What follows is the end of a copy's name.
    last: 'i',
    long: 'quiet silent regexp-extended in-place',
  });
  const given = scripts.length === 0 ? operands.slice(0, 1) : scripts;
  const files = scripts.length === 0 ? operands.slice(1) : operands;
  const wrong = strange ?? args.find(({ value }) => value?.startsWith('--in-place='));
  if (wrong) return addStrange(call, wrong);
  const script = given.find((one) => one.value === null || !namesOf(one).every(isPlainSed));
  if (script || given.length === 0)
    return report.add('unknown', 'A script that may write files or run commands', script?.span ?? span);
  const isInPlace = used.has('i') || used.has('in-place');
  if (!isInPlace) report.add('low', ONLY_READS);
  for (const file of files) {
    if (file.value === null || file.value === '-') continue;
    if (!isInPlace) {
      judgeReading(setting, file.value, file.span);
      continue;
    }
    judgeWritten(setting, file, CHANGES);
    for (const name of namesOf(file))
      for (const ending of copies) judgeWriting(setting, name + ending, file.span, CHANGES);
  }
  if (isInPlace && files.length === 0) report.add('unknown', STRANGE, span);
}

/**
 * The arguments without the scripts that `-e` gives, and without the endings of the copies that are kept (`-i.bak`). Any
 * ending other than of a few plain signs is left, and not understood: with a `/` or a `*` in it, the copy may go anywhere.
 */
function withoutValues(args: readonly Arg[]): { args: Arg[]; scripts: Arg[]; copies: string[] } {
  const left: Arg[] = [];
  const scripts: Arg[] = [];
  const copies: string[] = [];
  const end = args.findIndex(({ value }) => value === '--');
  for (let index = 0; index < args.length; index += 1) {
    const arg = args[index] as Arg;
    const isOption = !arg.isPattern && (end === -1 || index < end);
    const value = isOption ? (arg.value ?? '') : '';
    const script = /^-[nErsz]*e$/.test(value) ? args[index + 1] : undefined;
    const [, letters, ending] = /^(?:(-[nErsz]*i)|--in-place=)([.~_-][\w.~-]*)$/.exec(value) ?? [];
    if (script) {
      scripts.push(script);
      if (value !== '-e') left.push({ ...arg, value: value.slice(0, -1) });
      index += 1;
    } else if (ending === undefined) left.push(arg);
    else {
      copies.push(ending);
      left.push({ ...arg, value: letters ?? '--in-place' });
    }
  }
  return { args: left, scripts, copies };
}

/** `awk` that prints columns. Anything else in its language may write files and run commands. */
export function judgeAwk(call: Call): void {
  const { args, setting, span } = call;
  const { report } = setting;
  const { operands, strange } = parseOptions(args, { valued: 'F' });
  const [script, ...files] = operands;
  if (strange) return addStrange(call, strange);
  if (script?.value == null || !isPlainAwk(script.value)) {
    return report.add('unknown', 'A script that may write files or run commands', script?.span ?? span);
  }
  report.add('low', ONLY_READS);
  for (const { value, span: at } of files) if (value !== null) judgeReading(setting, value, at);
}

/** A number of a line, the last line, or a line with such a text, in which no bracket holds a `/`: tools read that differently. */
const line = String.raw`(?:\d+|\$|/(?:[^[\]\\/]|\\.|\[\^?(?:\[:\w+:\]|[^[\]\\/])+\])+/I?)`;
const addresses = new RegExp(`^(?:${line}(?:,(?:${line}|\\+\\d+))?!? *)?`);

/** One whole command: `10p`, `1,20p`, `/a/,/b/p`, `$d`, `s/a/b/g`. Anything longer, e.g. a second command, is refused. */
function isPlainSed(script: string): boolean {
  if (/[\n\r\0]/.test(script)) return false;
  const [address = ''] = addresses.exec(script) ?? [];
  const command = script.slice(address.length);
  if (command === 'p' || command === 'd' || command === 'q' || command === '=')
    return command !== 'q' || !address.includes(',');
  return command.startsWith('s') && isPlainReplacement(command.slice(1));
}

/** The three parts of `s` and its flags; a delimiter after a backslash is part of the text. */
function isPlainReplacement(text: string): boolean {
  const delimiter = text.charAt(0);
  if (!/^[/|,#:@!%_~;]$/.test(delimiter)) return false;
  let [seen, index] = [1, 1];
  for (; index < text.length && seen < 3; index += 1) {
    if (text[index] === '\\') index += 1;
    else if (text[index] === delimiter) seen += 1;
  }
  return seen === 3 && /^[gIip0-9]*$/.test(text.slice(index));
}

/** `{print}`, `{print $1, $NF}`, optionally after a condition on the line number. */
function isPlainAwk(script: string): boolean {
  if (script === '' || script.length > 200) return false;
  const column = String.raw`\$(?:\d+|NF)`;
  return new RegExp(
    String.raw`^(?:NR ?[=<>]=? ?\d+ *)?(?:\{ *print(?: *${column}(?: *(?:, *)?${column})*)? *\})?$`,
  ).test(script);
}
