import type { Call } from '../call.ts';
import { judgeReading, judgeWriting, judgeWritten } from '../judge-path.ts';
import type { Arg } from '../words.ts';
import { addStrange, ONLY_READS } from './reading.ts';

const alone = new Set(
  '-print -print0 -ls -prune -o -a -or -and -not ! ( ) , -daystart -depth -xdev -mount -true -false -quit -empty -readable -writable -executable -nouser -nogroup'.split(
    ' ',
  ),
);
const withValue = new Set(
  '-name -iname -path -ipath -wholename -iwholename -regex -iregex -regextype -type -xtype -size -mtime -mmin -atime -amin -ctime -cmin -perm -user -group -maxdepth -mindepth -links -printf -newer -anewer -cnewer -newermt -newerat -newerct -samefile'.split(
    ' ',
  ),
);
const runs = new Set(['-exec', '-execdir', '-ok', '-okdir']);
const writes = new Set(['-fprint', '-fprint0', '-fprintf', '-fls']);

/** Reads the places, then the expression word by word; the first word that is not understood ends it. */
export function judgeFind(call: Call): void {
  const { args, setting, span } = call;
  const { report } = setting;
  const isOption = ({ value }: Arg) => value === '-H' || value === '-P';
  const isExpression = ({ value }: Arg) => value !== null && (value.startsWith('-') || '(!,'.includes(value));
  const options = args.findIndex((arg) => !isOption(arg));
  const rest = options === -1 ? [] : args.slice(options);
  const begin = rest.findIndex(isExpression);
  const places = begin === -1 ? rest : rest.slice(0, begin);
  for (const place of places) {
    if (place.value === null) addStrange(call, place);
    else judgeReading(setting, place.value, place.span);
  }
  const expression = begin === -1 ? [] : rest.slice(begin);
  for (let index = 0; index < expression.length; index += 1) {
    const word = expression[index] as Arg;
    const { value, span: at } = word;
    if (value === null) return addStrange(call, word);
    if (alone.has(value)) continue;
    if (value === '-delete') report.add('high', 'Deletes files', at);
    else if (runs.has(value)) return judgeRun(expression.slice(index), setting);
    else if (writes.has(value)) {
      const file = expression[index + 1];
      report.add('medium', 'Writes what it finds to a file', at);
      if (file?.value == null) judgeWriting(setting, '/', at, 'Writes what it finds to a file');
      else judgeWritten(setting, file, 'Writes what it finds to a file');
      index += value === '-fprintf' ? 2 : 1;
    } else if (withValue.has(value) && expression[index + 1]?.value != null) index += 1;
    else return addStrange(call, word);
  }
  report.add('low', ONLY_READS, span);
}

const deleting = new Set(['rm', 'rmdir', 'unlink', 'shred']);

function judgeRun([action, program]: Arg[], { report }: Call['setting']): void {
  report.add('unknown', 'Runs a command on names that are not known in advance', action?.span);
  if (program?.value && deleting.has(program.value)) report.add('high', 'Deletes files', program.span);
}
