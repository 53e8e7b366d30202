import type { QuietHours } from '@countersign/contract';

const MINUTES_OF_DAY = 24 * 60;

/** Milliseconds until a device's current quiet hours end; null outside of them. */
export function quietFor(hours: QuietHours | null, now: Date): number | null {
  if (hours === null) return null;
  const [from, to] = [minutesOf(hours.from), minutesOf(hours.to)];
  const at = minutesThere(hours.timeZone, now);
  const isQuiet = from < to ? from <= at && at < to : at >= from || at < to;
  if (!isQuiet) return null;
  const minutes = (to - at + MINUTES_OF_DAY) % MINUTES_OF_DAY;
  return minutes * 60_000 - (now.getTime() % 60_000);
}

function minutesOf(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  return hours * 60 + minutes;
}

/** The minute of the day in a time zone. */
function minutesThere(timeZone: string, now: Date): number {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  return minutesOf(format.format(now));
}
