import type { Container } from '@countersign/contract';
import { secondsWords } from '@countersign/contract';

/**
 * How long a container ran: hours and minutes, minutes and seconds, or seconds.
 * Null unless both times are known.
 */
export function durationWords(startedAt: string | null, completedAt: string | null): string | null {
  if (startedAt === null || completedAt === null) return null;
  const milliseconds = Date.parse(completedAt) - Date.parse(startedAt);
  return Number.isNaN(milliseconds) ? null : secondsWords(milliseconds / 1000);
}

/** How long a container ran over all its runs; null if there was only one, or it is unknown. */
export function inAllWords({ runs, ranSeconds }: Pick<Container, 'runs' | 'ranSeconds'>): string | null {
  if (!(runs > 1) || ranSeconds === null) return null;
  return `${secondsWords(ranSeconds)} in ${runs} runs`;
}
