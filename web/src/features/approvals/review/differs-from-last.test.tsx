import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { ItemSubject } from '../../../entities/task-item/content/describe-content.ts';
import { api } from '../../../lib/api.ts';
import { InApp, stubLayout } from '../test-approvals.tsx';
import { DiffersFromLast } from './differs-from-last.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const command: ItemSubject = { kind: 'command', command: 'npm test -- loom', cwd: null, rest: undefined };

/** Renders the comparison with this as the last approved one. */
function show(subject: ItemSubject, approved: string | null, rejected?: string, now?: string) {
  stubLayout();
  const last = { itemId: 'last', taskId: 'weave', decidedAt: '2026-11-21T08:00:00.000Z', text: approved, now };
  const unwanted = rejected === undefined ? null : { itemId: 'no', title: rejected, decidedAt: last.decidedAt };
  const call = vi.spyOn(api, 'call').mockResolvedValue({ precedent: approved === null ? null : last, unwanted });
  const { container } = render(
    <InApp>
      <DiffersFromLast id="step" subject={subject} />
    </InApp>,
  );
  return { call, container };
}

test('marks the words in which a command differs from the last one', async () => {
  const { container } = show(command, 'npm test -- frame');
  await screen.findByText(/Differs from the last one you approved/);
  await waitFor(() => expect(container.textContent).toContain('npm test -- frame'));
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

test('marks the same words in another folder', async () => {
  const { container } = show(command, 'npm test -- loom', undefined, 'npm test -- loom\ncwd: web');
  await screen.findByText(/Differs from the last one you approved/);
  await waitFor(() => expect(container.textContent).toContain('cwd: web'));
});

test('compares no edit, which is a comparison itself; asks nothing about what is no step', async () => {
  const { call, container } = show({ kind: 'edits', edits: [], rest: undefined }, 'npm test');
  await waitFor(() => expect(call).toHaveBeenCalledOnce());
  await call.mock.results[0]?.value;
  expect(container.textContent).toBe('');
  cleanup();
  vi.restoreAllMocks();
  expect(show({ kind: 'none' }, null).call).not.toHaveBeenCalled();
});

test('reminds of a step that was not to be tried in another way, with its hidden characters', async () => {
  const edits: ItemSubject = { kind: 'edits', edits: [], rest: undefined };
  for (const subject of [command, edits]) {
    show(subject, null, 'rm -rf \u202edist');
    // The title alone is cut off where it is long.
    const words = 'You rejected a step of this task and asked for no other way. Check that this is not one:';
    const sentence = await screen.findByText(words);
    const title = screen.getByText('“rm -rf ‹U+202E›dist”');
    expect(sentence.compareDocumentPosition(title)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    cleanup();
    vi.restoreAllMocks();
  }
});
