// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { ItemSubject } from '../../entities/task-item/content/describe-content.ts';
import { api } from '../../lib/api.ts';
import { DiffersFromLast } from './differs-from-last.tsx';
import { InApp, stubLayout } from './test-approvals.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const command: ItemSubject = { kind: 'command', command: 'npm test -- loom', cwd: null, rest: undefined };

/** Renders the comparison with this as the last approved one. */
function show(subject: ItemSubject, approved: string | null) {
  stubLayout();
  const last = { itemId: 'last', taskId: 'weave', decidedAt: '2026-11-21T08:00:00.000Z', text: approved };
  const call = vi.spyOn(api, 'call').mockResolvedValue({ precedent: approved === null ? null : last });
  const { container } = render(
    <InApp>
      <DiffersFromLast id="step" subject={subject} />
    </InApp>,
  );
  return { call, container };
}

test('marks the words in which a command differs from the last one', { timeout: 60_000 }, async () => {
  const { container } = show(command, 'npm test -- frame');
  await screen.findByText(/Differs from the last one you approved/);
  await waitFor(() => expect(container.textContent).toContain('npm test -- frame'), { timeout: 30_000 });
  expect([...container.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual(['frame', 'loom']);
});

test('says nothing where there was none, or it was the same', async () => {
  for (const approved of [null, 'npm test -- loom']) {
    const { call, container } = show(command, approved);
    await waitFor(() => expect(call).toHaveBeenCalledOnce());
    await call.mock.results[0]?.value;
    expect(container.textContent).toBe('');
    cleanup();
    vi.restoreAllMocks();
  }
});

test('asks nothing about an edit, which is a comparison itself', () => {
  const { call } = show({ kind: 'edits', edits: [], rest: undefined }, null);
  expect(call).not.toHaveBeenCalled();
});
