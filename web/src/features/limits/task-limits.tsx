import type { Task } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { Suspense, useRef, useState } from 'react';
import { hasEnded } from '../../entities/task/task-state.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { useFocusRescue } from '../../ui/focus/use-focus-rescue.ts';
import { Card } from '../../ui/layout/card.tsx';
import { openedByPress } from '../../ui/loading/opened-by-press.ts';
import { TextLink } from '../../ui/text/text-link.tsx';
import { useNow } from '../../ui/time/use-now.ts';
import { limitsState } from './limits-words.ts';
import { useRevokeLimits } from './mutations.ts';

// Loaded lazily: few people open it.
const LimitsDialog = openedByPress(() => import('./limits-dialog.tsx'));

/** What an agent may do in this task without asking: how much of that is used, and buttons to change or end it. */
export function TaskLimits({ task }: { task: Task }) {
  // A list kept in the browser by an earlier version has none.
  const limits = task.limits ?? null;
  const [opened, setOpened] = useState(0);
  const [isOpen, setOpen] = useState(false);
  const revoke = useRevokeLimits(task.id);
  const now = useNow();
  const buttons = useRef<HTMLDivElement>(null);
  useFocusRescue(buttons, limits);
  if (task.keptByHand || hasEnded(task)) return null;
  const state = limits && limitsState(limits, now);
  const open = () =>
    LimitsDialog.open(() => {
      setOpened((before) => before + 1);
      setOpen(true);
    });
  return (
    <Card as="section" aria-label="Limits" display="grid" gap="8px">
      <chakra.h2 textStyle="xs" color="fg.muted">
        Limits
      </chakra.h2>
      <chakra.p
        textStyle="sm"
        role="status"
        // Screen readers announce the end of the limits, not each step and minute.
        aria-live={state === null || state.isOver ? 'polite' : 'off'}
        color={state?.isOver ? 'waiting.fg' : undefined}
      >
        {state === null ? 'None: whatever the agent asks waits for you, unless a rule covers it.' : `${state.words}.`}
      </chakra.p>
      <chakra.div ref={buttons} display="flex" flexWrap="wrap" gap="8px" alignItems="center">
        <Button variant="outline" colorPalette="neutral" size="sm" onClick={open}>
          {limits === null ? 'Propose limits' : 'Propose others'}
        </Button>
        {limits !== null && (
          <>
            <Button
              variant="outline"
              colorPalette="reject"
              size="sm"
              loading={revoke.isPending}
              onClick={() => revoke.mutate()}
            >
              Revoke
            </Button>
            <TextLink to={`/approvals/${limits.itemId}`} textStyle="sm">
              What they allow
            </TextLink>
          </>
        )}
      </chakra.div>
      {opened > 0 && (
        <Suspense fallback={null}>
          {/* Each opening starts with the proposal of that moment. */}
          <LimitsDialog.Component
            key={opened}
            taskId={task.id}
            opening={opened}
            isReplacing={state !== null && !state.isOver}
            open={isOpen}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </Card>
  );
}
