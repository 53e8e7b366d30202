import type { Call } from '../call.ts';
import { judgeReading, judgeWritten } from '../judge-path.ts';
import { parseOptions } from '../options.ts';
import { namesOf } from '../words.ts';
import { addStrange, ONLY_READS, STRANGE } from './reading.ts';

/** `sed` with one command that prints or replaces; `w`, `e` and `r` would write files, run commands and read others. */
export function judgeSed(call: Call): void {
  const { args, setting, span } = call;
  const { report } = setting;
  const { operands, used, strange } = parseOptions(args, {
    flags: 'nErszui',
    valued: 'e',
    // What follows is the end of a copy's name.
    last: 'i',
    long: 'quiet silent regexp-extended in-place',
  });
  const [script, ...files] = operands;
  // With a `/` in it, what names the copy that is kept leads to another folder.
  const wrong = strange ?? args.find(({ value }) => value?.startsWith('--in-place='));
  if (wrong) return addStrange(call, wrong);
  if (used.has('e') || script?.value == null || !namesOf(script).every(isPlainSed)) {
    return report.add('unknown', 'A script that may write files or run commands', script?.span ?? span);
  }
  const isInPlace = used.has('i') || used.has('in-place');
  if (!isInPlace) report.add('low', ONLY_READS);
  for (const file of files) {
    if (file.value === null || file.value === '-') continue;
    if (isInPlace) judgeWritten(setting, file, 'Changes files in the workspace');
    else judgeReading(setting, file.value, file.span);
  }
  if (isInPlace && files.length === 0) report.add('unknown', STRANGE, span);
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

/** One whole command: `10p`, `1,20p`, `$d`, `s/a/b/g`. Anything longer, e.g. a second command, is refused. */
function isPlainSed(script: string): boolean {
  if (/[\n\r\0]/.test(script)) return false;
  const [address = ''] = /^(?:(?:\d+|\$)(?:,(?:\d+|\$))?)?/.exec(script) ?? [];
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
