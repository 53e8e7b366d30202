import type { TaskLimits } from '@countersign/contract';
import { plural } from '../../lib/text/plural.ts';

const MINUTE_MS = 60_000;

/** How far limits are used, and whether anything passes yet. `now`: in milliseconds, by the server's clock. */
export function limitsState({ steps, stepsUsed, until }: TaskLimits, now: number): { isOver: boolean; words: string } {
  const used = `${stepsUsed} of ${plural(steps, 'step')}`;
  if (stepsUsed >= steps) return { isOver: true, words: `Limits used up: ${used}` };
  const left = new Date(until).getTime() - now;
  if (left <= 0) return { isOver: true, words: `Limits expired after ${used}` };
  return { isOver: false, words: `${used} used, ${plural(Math.ceil(left / MINUTE_MS), 'minute')} left` };
}
