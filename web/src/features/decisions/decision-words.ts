import { type Decision, secondsWords } from '@countersign/contract';
import { visibleText } from '../../lib/visible-text.ts';

/** How long something waited. */
export const waitWords = (seconds: number) => (seconds < 1 ? 'under 1s' : secondsWords(seconds));

/** By whose doing it was decided; what a newer server says is told as it is. */
export function howWords({ how, rule, limits }: Pick<Decision, 'how' | 'rule' | 'limits'>): string {
  if (rule !== null) return `By your rule “${visibleText(rule.name)}”`;
  if (limits) return `Within your limits, step ${limits.step} of ${limits.steps}`;
  return how === 'hand' ? 'By hand' : how;
}
