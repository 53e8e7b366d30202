import { exactTime, shortDate } from './time-words.ts';

/** The day something happened; the exact time as the browser's own hint. */
export function DateText({ iso }: { iso: string }) {
  return (
    <time dateTime={iso} title={exactTime(iso)}>
      {shortDate(iso)}
    </time>
  );
}
