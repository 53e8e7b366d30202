import type { Container } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { Pause, Play, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '../../ui/buttons/button.tsx';
import { useFocusRescue } from '../../ui/focus/use-focus-rescue.ts';
import { usePauseContainer, useResumeContainer } from './mutations.ts';
import { ShutDownDialog } from './shut-down-dialog.tsx';

interface ContainerActionsProps {
  container: Container;
  /** Its live status; undefined until it has arrived. */
  status: string | undefined;
  onDeleted: () => void;
}

/** Resume only when paused, Pause only when running, Delete always. */
export function ContainerActions({ container, status, onDeleted }: ContainerActionsProps) {
  const pause = usePauseContainer();
  const resume = useResumeContainer();
  // A container that was asked to save and end runs until it has; meanwhile there is nothing to ask of it.
  const isPausing = pause.isPending || container.desired === 'paused';
  const [asking, setAsking] = useState(false);
  const buttons = useRef<HTMLDivElement>(null);
  useFocusRescue(buttons, status);
  return (
    <>
      <chakra.div ref={buttons} display="contents">
        {status === 'paused' && (
          <Button onClick={() => resume.mutate(container.id)} loading={resume.isPending}>
            <Play size={16} aria-hidden />
            Resume
          </Button>
        )}
        {status === 'running' && (
          <Button
            variant="outline"
            colorPalette="neutral"
            onClick={() => pause.mutate(container.id)}
            loading={isPausing}
            loadingText="Pausing…"
          >
            <Pause size={16} aria-hidden />
            Pause
          </Button>
        )}
        <Button variant="outline" colorPalette="reject" onClick={() => setAsking(true)}>
          <Trash2 size={16} aria-hidden />
          Delete
        </Button>
      </chakra.div>
      <ShutDownDialog container={container} open={asking} onClose={() => setAsking(false)} onDeleted={onDeleted} />
    </>
  );
}
