import { type Decision, secondsWords } from '@countersign/contract';
import { visibleText } from '../../lib/text/visible-text.ts';

/** How long something waited. */
export const waitWords = (seconds: number) => (seconds < 1 ? 'under 1s' : secondsWords(seconds));

/** How it was decided, and by whom or what; an unknown value from a newer server is shown as it is. */
export function howWords({ how, rule, limits }: Pick<Decision, 'how' | 'rule' | 'limits'>): string {
  if (rule !== null) return `By your rule “${visibleText(rule.name)}”`;
  if (limits) return `Within your limits, step ${limits.step} of ${limits.steps}`;
  return how === 'hand' ? 'By hand' : how;
}
