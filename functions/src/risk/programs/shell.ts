import type { Call, Rule } from '../call.ts';
import type { Arg } from '../words.ts';
import { addStrange, ONLY_READS, STRANGE } from './reading.ts';

/** Letters and names of `set` that only decide when a script ends, and what it prints of itself. */
const letters = /^[-+][eux]*(?<named>o?)$/;
const names = new Set('errexit nounset pipefail xtrace'.split(' '));

/** Words of the shell itself that change nothing but how a script goes on. */
export const shellWords: Record<string, Rule> = {
  // Alone it prints all variables.
  set: (call) => tell(call, call.args.length === 0, strangeOf(call.args)),
  exit: (call) => tell(call, false, call.args[1] ?? call.args.find(({ value }) => !/^\d+$/.test(value ?? ''))),
  wait: (call) => tell(call, false, call.args[0]),
};

/** With anything else it sets what `$1` means, or how names are filled in. */
function strangeOf(args: readonly Arg[]): Arg | undefined {
  let isNamed = false;
  return args.find(({ value }) => {
    if (isNamed) {
      isNamed = false;
      return !names.has(value ?? '');
    }
    const found = letters.exec(value ?? '');
    isNamed = found?.groups?.named === 'o';
    return found === null || value?.length === 1;
  });
}

function tell(call: Call, isOther: boolean, strange: Arg | undefined): void {
  const { report } = call.setting;
  if (isOther) report.add('unknown', STRANGE, call.span);
  else if (strange) addStrange(call, strange);
  else report.add('low', ONLY_READS);
}
