import { chakra } from '@chakra-ui/react/styled-system';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { keys } from '../../entities/query-keys.ts';
import { detailOf } from '../../lib/api.ts';
import { notLoaded } from '../../lib/text/not-loaded.ts';
import { NewestButton } from '../../ui/buttons/newest-button.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { RefreshFailure } from '../../ui/feedback/refresh-failure.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { LOW } from '../../ui/viewport/media.ts';
import { useStickToEnd } from '../../ui/viewport/use-stick-to-end.ts';
import { logText } from './log-text.ts';
import { logsQuery } from './queries.ts';

interface ContainerLogsProps {
  containerId: string;
  /** The container's live status: the log is polled only while it is running. */
  status: string | undefined;
}

/** The container's log as text. */
export function ContainerLogs({ containerId, status }: ContainerLogsProps) {
  const isRunning = status === 'running';
  const query = useQuery(logsQuery(containerId, isRunning));
  const { data, error, errorUpdateCount, refetch } = query;
  useLastWords(containerId, isRunning);
  // A log may be long; most polls bring nothing new.
  const text = useMemo(() => data && logText(data), [data]);
  // Not `isError`: a query that never succeeded is "pending" again during each retry and would flicker.
  const hasFailed = !data && errorUpdateCount > 0;
  // For the same reason: each attempt begins without an error.
  const [lastError, setLastError] = useState(error);
  if (error && error !== lastError) setLastError(error);
  return (
    <Section title="Container Logs">
      <RefreshFailure query={query} what="The log" />
      {hasFailed ? (
        <Frame display="grid" alignContent="center">
          <ErrorState
            title={notLoaded('Logs')}
            // Not known yet where it failed before this was opened.
            detail={lastError === null ? undefined : detailOf(lastError)}
            onRetry={() => void refetch()}
          />
        </Frame>
      ) : (
        <Log text={text ?? 'Loading logs...'} />
      )}
    </Section>
  );
}

/** The newest line stays in view unless somebody has scrolled up. */
function Log({ text }: { text: string }) {
  const box = useRef<HTMLPreElement>(null);
  const content = useRef<HTMLElement>(null);
  const { isAway, toEnd } = useStickToEnd(box, content, true);
  return (
    <chakra.div position="relative">
      <Lines ref={box} tabIndex={0} aria-label="Container Logs" role="log">
        <chakra.code ref={content} display="block">
          {text}
        </chakra.code>
      </Lines>
      {isAway && <NewestButton onClick={toEnd} />}
    </chakra.div>
  );
}

/** Output between the last poll and the container's end is fetched once, when it stops running. */
function useLastWords(containerId: string, isRunning: boolean) {
  const queries = useQueryClient();
  const ran = useRef(isRunning);
  useEffect(() => {
    if (ran.current && !isRunning) void queries.invalidateQueries({ queryKey: keys.containers.logs(containerId) });
    ran.current = isRunning;
  }, [queries, containerId, isRunning]);
}

const frame = {
  height: '384px',
  [LOW]: { maxHeight: '70dvh' },
  p: '16px',
  bg: 'bg.surface',
  borderWidth: '1px',
  rounded: 'card',
};

const Frame = chakra('div', { base: frame });

const Lines = chakra('pre', {
  base: {
    ...frame,
    overflow: 'auto',
    textStyle: 'mono',
    fontSize: '0.75rem',
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
  },
});
