import { chakra } from '@chakra-ui/react/styled-system';
import { Tooltip } from '../tooltip.tsx';
import { exactTime, timeAgo } from './time-words.ts';
import { useNow } from './use-now.ts';

export interface RelativeTimeProps {
  /** ISO 8601 */
  iso: string;
  /** Inside a link or button: no tab stop of its own. */
  inLink?: boolean;
}

/** "5 minutes ago", kept up to date while it is on screen; the exact time on hover and focus. */
export function RelativeTime({ iso, inLink = false }: RelativeTimeProps) {
  const now = useNow();
  return (
    <Tooltip content={exactTime(iso)}>
      <chakra.time
        dateTime={iso}
        // Inside a live region, the passing of time alone is no news.
        aria-live="off"
        tabIndex={inLink ? undefined : 0}
        position="relative"
        whiteSpace="nowrap"
        rounded="4px"
      >
        {timeAgo(iso, now)}
      </chakra.time>
    </Tooltip>
  );
}
