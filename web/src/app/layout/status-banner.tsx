import { chakra } from '@chakra-ui/react/styled-system';
import { useQueryClient } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import { useEffect } from 'react';
import { keys } from '../../entities/query-keys.ts';
import { refetchEverything } from '../../features/live/refetch.ts';
import { useLiveUpdates } from '../../features/live/use-live.ts';
import { useUser } from '../../lib/auth/auth-context.ts';
import { useOnline } from '../../lib/device/use-online.ts';
import { KEPT_ENTRIES } from '../../lib/last-seen/headers-of.ts';
import { useIsCut, useLastSeen, useRefusalStatus } from '../../lib/last-seen/use-last-seen.ts';
import { inServerTime } from '../../lib/server/server-clock.ts';
import { Banner } from '../../ui/feedback/banner.tsx';
import { RelativeTime } from '../../ui/time/relative-time.tsx';
import { thumbHigh } from '../../ui/viewport/thumb.ts';

/** Milliseconds between two readings of the queue on a visible page that no news reaches. */
const READ_AGAIN_MS = 30_000;

/**
 * Keeps live updates running, and says when the screen may be out of date: offline, from an earlier visit, or without
 * live updates.
 */
export function StatusBanner() {
  const live = useLiveUpdates(useUser().uid);
  useReadingAgain(live === 'off');
  const online = useOnline();
  const lastSeen = useLastSeen();
  const isCut = useIsCut();
  const refusal = useRefusalStatus();
  const seen = lastSeen !== null && (
    <>
      {' '}
      Last seen <RelativeTime iso={new Date(inServerTime(lastSeen)).toISOString()} />.
      {isCut && ` Only the first ${KEPT_ENTRIES} entries of a long list are kept.`}
    </>
  );
  if (!online) {
    return (
      <Banner kind="offline">
        You are offline.{' '}
        {lastSeen === null
          ? 'A decision is kept here for 10 minutes and sent when the network is back, if Countersign is open then; other changes must wait.'
          : 'Decisions and other changes must wait until you are back online.'}
        {seen}
      </Banner>
    );
  }
  if (lastSeen !== null) {
    return (
      <Banner kind="offline" action={<Refresh />}>
        {refusal === null ? 'The server could not be reached.' : `The server answered with an error (${refusal}).`}
        {seen}
      </Banner>
    );
  }
  if (live === 'off') {
    return (
      <Banner kind="quiet" action={<Refresh />}>
        Live updates do not arrive here: approvals are read again every {READ_AGAIN_MS / 1000} seconds, the rest when
        you press Refresh.
      </Banner>
    );
  }
  return null;
}

/** Some networks block the listener and nothing else: what waits for the person is to be seen all the same. */
function useReadingAgain(isOn: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!isOn) return;
    const readAgain = () => {
      // A reading that takes longer, over a slow network, is left to arrive: cancelled each time, it never would.
      if (!document.hidden) void client.invalidateQueries({ queryKey: keys.approvals }, { cancelRefetch: false });
    };
    const timer = setInterval(readAgain, READ_AGAIN_MS);
    return () => clearInterval(timer);
  }, [client, isOn]);
}

function Refresh() {
  const client = useQueryClient();
  return (
    <Button type="button" onClick={() => refetchEverything(client)}>
      <RotateCw size={14} aria-hidden />
      Refresh
    </Button>
  );
}

const Button = chakra('button', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '6px',
    ...thumbHigh('28px'),
    px: '8px',
    rounded: 'control',
    fontWeight: '600',
    cursor: 'pointer',
    textDecoration: 'underline',
  },
});
