import type { Call, Rule } from '../call.ts';
import { STRANGE } from './reading.ts';
import { weighty } from './weighty.ts';
import type { JudgeInner } from './wrappers.ts';

/** Tools of the project with subcommands that run whatever program is named behind `--`. */
const passing: Record<string, ReadonlySet<string>> = {
  nx: new Set(['exec', 'watch', 'record']),
  tox: new Set(['exec', 'e']),
};

/** Whether such a tool is told to run another program. An option may take the word for its value, but need not. */
export function runsAnother(program: string, args: readonly (string | null)[]): boolean {
  const end = args.indexOf('--');
  const own = end === -1 ? args : args.slice(0, end);
  return Object.hasOwn(passing, program) && own.some((arg) => arg !== null && passing[program]?.has(arg));
}

/**
 * Judges these tools with what they run. `judgeInner` takes every program for what it is called, `judgeRunBy` an unknown
 * one for the project's own.
 */
export function passingOn(judgeInner: JudgeInner, judgeRunBy: JudgeInner): Record<string, Rule> {
  const after =
    (goOn: (call: Call) => void): Rule =>
    (call) => {
      weighty[call.name]?.(call);
      goOn(call);
    };
  const behindDashes = (judge: JudgeInner) => (call: Call) => {
    const values = call.args.map(({ value }) => value);
    if (!runsAnother(call.name, values)) return;
    const end = values.indexOf('--');
    if (end === -1) call.setting.report.add('unknown', STRANGE, call.span);
    else judge(call, end + 1);
  };
  return {
    // A shell gets the words, joined.
    nx: after(
      behindDashes((call, at) => {
        const strange = call.args.slice(at).find(({ value }) => !/^[\w@%+:,./=-]*$/.test(value ?? ''));
        if (strange) call.setting.report.add('unknown', STRANGE, strange.span);
        judgeInner(call, at);
      }),
    ),
    tox: after(behindDashes(judgeRunBy)),
    just: after((call) => {
      const at = call.args.findIndex(({ value }) => /^(?:-[A-Za-z]*c|--command)$/.test(value ?? ''));
      if (at !== -1) judgeRunBy(call, at + 1);
    }),
  };
}
