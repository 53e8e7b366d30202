const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const date = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });
const exact = new Intl.DateTimeFormat('en', { dateStyle: 'full', timeStyle: 'medium' });

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * How long ago, in words, relative to `now` (ms); after 30 days the date says more. An unreadable time is shown as it
 * is.
 */
export function timeAgo(iso: string, now: number): string {
  const then = Date.parse(iso);
  if (Number.isNaN(then)) return iso;
  // Clocks of server and browser differ by seconds; no event is shown in the future.
  const seconds = Math.max(0, Math.round((now - then) / 1000));
  if (seconds < 10) return 'just now';
  if (seconds < MINUTE) return relative.format(-seconds, 'second');
  if (seconds < HOUR) return relative.format(-Math.floor(seconds / MINUTE), 'minute');
  if (seconds < DAY) return relative.format(-Math.floor(seconds / HOUR), 'hour');
  if (seconds < 30 * DAY) return relative.format(-Math.floor(seconds / DAY), 'day');
  return date.format(then);
}

/** The day, in the reader's time zone: "Nov 21, 2026". */
export function shortDate(iso: string): string {
  const then = Date.parse(iso);
  return Number.isNaN(then) ? iso : date.format(then);
}

/** Day and second, in the reader's time zone. */
export function exactTime(iso: string): string {
  const then = Date.parse(iso);
  return Number.isNaN(then) ? iso : exact.format(then);
}
