import { type Decision, secondsWords } from '@countersign/contract';
import { visibleText } from '../../lib/visible-text.ts';

/** How long something waited. */
export const waitWords = (seconds: number) => (seconds < 1 ? 'under 1s' : secondsWords(seconds));

/** By whose doing it was decided; what a newer server says is told as it is. */
export function howWords({ how, rule }: Pick<Decision, 'how' | 'rule'>): string {
  if (rule !== null) return `By your rule “${visibleText(rule.name)}”`;
  return how === 'hand' ? 'By hand' : how;
}
