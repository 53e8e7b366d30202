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
  const left = minutes * 60_000 - (now.getTime() % 60_000);
  // Where clocks are changed in between, the night has an hour more or less.
  const clockAt = (ms: number) => minutesThere(hours.timeZone, new Date(now.getTime() + ms));
  const changed = [-60, 60, -30, 30].map((by) => left + by * 60_000).find((ms) => ms > 0 && clockAt(ms) === to);
  return clockAt(left) === to ? left : (changed ?? left);
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
