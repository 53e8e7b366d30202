import { ApiError, type TaskItem } from '@countersign/contract';
import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { api } from '../../lib/api.ts';
import { createQueryClient } from '../../lib/queries/query-client.ts';
import { system } from '../../ui/theme/system.ts';
import { testTaskItem } from './test-task-item.ts';
import { TimelineItem } from './timeline-item.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

it('says the reason of a rejection once, at the step that was rejected', () => {
  const rejection = testTaskItem({
    id: 'r',
    parentId: 'i',
    type: 'rejection',
    title: 'Rejected',
    rejectionReason: 'Not yet',
  });
  const other = { ...rejection, id: 's', rejectionReason: 'And not there' };
  show(testTaskItem({ isApproved: false, rejectionReason: 'Not yet', children: [rejection, other] }));
  expect(screen.getAllByText('Not yet')).toHaveLength(1);
  screen.getByText('And not there');
});

it('shows what nobody decided as closed, with the reason, and neither as rejected nor as told to the agent', () => {
  const closed = { isApproved: false, grant: 'told', isClosed: true, rejectionReason: 'Container deleted' };
  show(testTaskItem({ ...closed, decidedAt: '2026-11-01T10:05:00.000Z' }));
  screen.getByText('Closed: no longer asked');
  screen.getByText('Container deleted');
  expect(document.body.textContent).not.toMatch(/reject|decided|told/i);
});

it('writes out what would not be seen in the names of what is decided about', () => {
  const item = testTaskItem({
    title: 'Read\u202e it',
    toolName: 'drop\u3164table',
    toolKind: 'other',
    toolParameters: { table: 'x' },
    filePath: 'a\u200b.txt',
  });
  show(item);
  expect(screen.getByRole('heading').textContent).toBe('Read‹U+202E› it');
  expect(screen.getByText('drop‹U+3164›table')).toBeTruthy();
  expect(screen.getByText('a‹U+200B›.txt')).toBeTruthy();
});

function show(item: TaskItem) {
  render(
    <ChakraProvider value={system}>
      <QueryClientProvider client={createQueryClient()}>
        <TimelineItem item={item} phase="over" renderDecision={(_item, renderBody) => renderBody()} />
      </QueryClientProvider>
    </ChakraProvider>,
  );
}

it('says with its status why the rest of a long step could not be loaded', async () => {
  vi.spyOn(api, 'call').mockRejectedValue(new ApiError(503, 'Too busy', null));
  show(testTaskItem({ isApproved: true, truncated: true, content: 'The beginning' }));
  fireEvent.click(screen.getByText('Load complete content'));
  await screen.findByText('The complete content could not be loaded.');
  screen.getByText('503: Too busy');
});

it('says how an approved command ended where that is no success', () => {
  const ended = { output: 'one test failed\n', metadata: { output: 'one test failed\n', exit: 1, truncated: false } };
  show(
    testTaskItem({
      title: 'npm test',
      toolKind: 'execute',
      needsApproval: true,
      isApproved: true,
      toolResponse: ended,
    }),
  );
  expect(screen.getByText('exit code 1')).toBeTruthy();
});

it('shows why a step was refused of which nobody was asked', () => {
  const output = '/tmp/notes.md leads out of the workspace.';
  show(
    testTaskItem({ title: 'write', content: null, needsApproval: false, toolResponse: { status: 'failed', output } }),
  );
  expect(screen.getByText('failed')).toBeTruthy();
  expect(screen.getByText(output)).toBeTruthy();
  expect(screen.getByLabelText('Copy Response'), 'its frame has a title').toBeTruthy();
});
