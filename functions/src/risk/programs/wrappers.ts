import type { Call, Rule } from '../call.ts';
import { STRANGE } from './reading.ts';

/** Judges the program that another one runs; `at` is its argument's index. */
export type JudgeInner = (call: Call, at: number) => void;

/** Programs that run another program. `judgeInner` judges that program, given its argument's index. */
export function wrappers(judgeInner: JudgeInner): Record<string, Rule> {
  /** The inner program is judged as well, in case it is worse than the wrapper. */
  const around = (weight: 'medium' | 'unknown' | 'high', text: string): Rule => {
    return (call) => {
      call.setting.report.add(weight, text, { from: call.span.from, to: call.args[0]?.span.to ?? call.span.to });
      const at = call.args.findIndex(({ value }) => value === null || !isPrelude(value));
      if (at !== -1) judgeInner(call, at);
    };
  };
  return {
    xargs: around('unknown', 'Runs a command on names that are not known in advance'),
    parallel: around('unknown', 'Runs a command on names that are not known in advance'),
    sudo: around('high', 'Asks for the rights of another user'),
    doas: around('high', 'Asks for the rights of another user'),
    nohup: around('medium', 'Keeps running on its own'),
    setsid: around('medium', 'Keeps running on its own'),
    watch: around('unknown', 'Runs a command repeatedly'),
    nice: around('unknown', STRANGE),
    ionice: around('unknown', STRANGE),
    stdbuf: around('unknown', STRANGE),
    chroot: around('high', 'Changes the machine'),
    unshare: around('high', 'Changes the machine'),
    builtin: around('unknown', STRANGE),
    exec: around('unknown', 'Replaces the shell'),
    strace: around('unknown', STRANGE),
    script: around('unknown', STRANGE),
    busybox: around('unknown', STRANGE),
    env(call) {
      const isBare = call.args.every(({ value }) => value?.startsWith('-'));
      if (isBare) call.setting.report.add('high', 'Shows the environment, which may hold secrets', call.span);
      around('unknown', 'Changes the environment in which it runs')(call);
    },
    timeout(call) {
      if (/^\d+(?:\.\d+)?[smhd]?$/.test(call.args[0]?.value ?? '') && call.args.length > 1) judgeInner(call, 1);
      else around('unknown', STRANGE)(call);
    },
    command(call) {
      const option = call.args[0]?.value;
      if (option === '-v' || option === '-V') call.setting.report.add('low', 'Only reads, changes nothing');
      else if (option != null && !option.startsWith('-')) judgeInner(call, 0);
      else around('unknown', STRANGE)(call);
    },
  };
}

/** Options, assignments and numbers before the program's name. */
function isPrelude(value: string): boolean {
  return value.startsWith('-') || /^\w+=/.test(value) || /^\d+(?:\.\d+)?[smhd]?$/.test(value) || value === '{}';
}
