import { exactTime, shortDate } from './time-words.ts';

/** The day something happened; the exact time as a native tooltip. */
export function DateText({ iso }: { iso: string }) {
  return (
    <time dateTime={iso} title={exactTime(iso)}>
      {shortDate(iso)}
    </time>
  );
}
