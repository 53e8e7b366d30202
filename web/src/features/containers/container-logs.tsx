import { chakra } from '@chakra-ui/react/styled-system';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { keys } from '../../lib/query-keys.ts';
import { Section } from '../../ui/section.tsx';
import { NewestButton } from '../../ui/newest-button.tsx';
import { useStickToEnd } from '../../ui/use-stick-to-end.ts';
import { logText } from './log-text.ts';
import { logsQuery } from './queries.ts';

interface ContainerLogsProps {
  containerId: string;
  /** The container's live status: the log is polled only while it is running. */
  status: string | undefined;
}

/** The container's log as text. The newest line stays in view unless somebody scrolled up. */
export function ContainerLogs({ containerId, status }: ContainerLogsProps) {
  const isRunning = status === 'running';
  const logs = useQuery(logsQuery(containerId, isRunning));
  useLastWords(containerId, isRunning);
  const box = useRef<HTMLPreElement>(null);
  const content = useRef<HTMLElement>(null);
  const { isAway, toEnd } = useStickToEnd(box, content, true);

  return (
    <Section title="Container Logs">
      <chakra.div position="relative">
        <Log ref={box} tabIndex={0} aria-label="Container Logs" role="log">
          <chakra.code ref={content} display="block">
            {logs.isPending ? 'Loading logs...' : logText(logs.data)}
          </chakra.code>
        </Log>
        {isAway && <NewestButton onClick={toEnd} />}
      </chakra.div>
    </Section>
  );
}

/** What a container wrote between the last poll and its end is fetched once, when it stops running. */
function useLastWords(containerId: string, isRunning: boolean) {
  const queries = useQueryClient();
  const ran = useRef(isRunning);
  useEffect(() => {
    if (ran.current && !isRunning) void queries.invalidateQueries({ queryKey: keys.containers.logs(containerId) });
    ran.current = isRunning;
  }, [queries, containerId, isRunning]);
}

const Log = chakra('pre', {
  base: {
    height: '384px',
    overflow: 'auto',
    overscrollBehavior: 'contain',
    p: '16px',
    bg: 'bg.surface',
    borderWidth: '1px',
    rounded: 'card',
    textStyle: 'mono',
    fontSize: '12px',
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
  },
});
