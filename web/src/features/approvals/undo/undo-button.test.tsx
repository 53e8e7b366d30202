import type { TaskItem } from '@countersign/contract';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { api } from '../../../lib/api.ts';
import { noteServerTime } from '../../../lib/server/server-clock.ts';
import { InApp } from '../test-approvals.tsx';
import { UndoButton } from './undo-button.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  noteServerTime(new Date().toUTCString(), Date.now());
});

it.each([-5, 5])('offers Undo where the clock of this device is %i minutes off', async (minutes) => {
  const now = Date.now() - minutes * 60_000;
  noteServerTime(new Date(now).toUTCString(), Date.now());
  vi.spyOn(api, 'call').mockResolvedValue([{ id: 'step', leftMs: 10_000 }] as never);
  const releaseAt = new Date(now + 10_000).toISOString();
  render(
    <InApp>
      <UndoButton item={{ id: 'step', taskId: 'weave', releaseAt } as TaskItem} />
    </InApp>,
  );
  await screen.findByRole('button', { name: 'Undo' });
});

it('asks for nothing of a decision that was released long ago', () => {
  const call = vi.spyOn(api, 'call');
  const releaseAt = new Date(Date.now() - 5 * 60_000).toISOString();
  render(
    <InApp>
      <UndoButton item={{ id: 'step', taskId: 'weave', releaseAt } as TaskItem} />
    </InApp>,
  );
  expect(call).not.toHaveBeenCalled();
});
