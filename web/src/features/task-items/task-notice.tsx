import type { Task } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { Hourglass, Square, TriangleAlert } from 'lucide-react';
import { useOnline } from '../../lib/device/use-online.ts';
import { visibleText } from '../../lib/text/visible-text.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { RelativeTime } from '../../ui/time/relative-time.tsx';
import { useStopAgent } from './mutations.ts';

/** The others only take long: fetching files, starting an agent. */
const isTrouble = (kind: string) => kind === 'silent' || kind === 'model';

/**
 * A current problem with the work on a task, or a long wait, with what to do; a silent agent can be stopped. Nothing
 * while all is well.
 */
export function TaskNotice({ task }: { task: Pick<Task, 'id' | 'title' | 'status' | 'notice'> }) {
  const { notice } = task;
  const stop = useStopAgent(task.id);
  const online = useOnline();
  if (!notice || task.status !== 'running') return null;
  return (
    <Notice role="status" my="8px" textAlign="start">
      {isTrouble(notice.kind) ? <TriangleAlert size={16} aria-hidden /> : <Hourglass size={16} aria-hidden />}
      <chakra.p>
        {visibleText(notice.text)} {notice.kind === 'silent' ? 'Last heard from' : 'It began'}{' '}
        <RelativeTime iso={notice.since} />.
      </chakra.p>
      {notice.kind === 'silent' && (
        <Button
          variant="outline"
          colorPalette="neutral"
          aria-label={`Stop the agent of ${visibleText(task.title)}`}
          disabled={stop.isPending || !online}
          onClick={() => stop.mutate()}
        >
          <Square size={16} aria-hidden />
          Stop
        </Button>
      )}
    </Notice>
  );
}
