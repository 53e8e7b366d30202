// @vitest-environment jsdom
import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { api } from '../../lib/api.ts';
import { createQueryClient } from '../../lib/query-client.ts';
import { system } from '../../ui/theme/system.ts';
import { RejectDialog } from './reject-dialog.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const TESTS = 'Write the test first';
const past = [TESTS, 'Too large', 'c', 'd', 'e', 'f', 'g'].map((reason, index) => ({
  ...{ reason, count: 9 - index },
  repeatedIn: index === 0 ? ['engine'] : [],
}));

/** The dialog, and the bodies of the rejections that were sent. */
async function open(toolKind: string | null = null) {
  const bodies: unknown[] = [];
  vi.spyOn(api, 'call').mockImplementation((async ({ path }: { path: string }, { body }: { body?: unknown } = {}) => {
    if (path.endsWith('/rejection-reasons')) return { reasons: past };
    if (path.endsWith('/reject')) bodies.push(body);
    return {};
  }) as never);
  render(
    <ChakraProvider value={system}>
      <QueryClientProvider client={createQueryClient()}>
        <MemoryRouter>
          <RejectDialog
            open
            onClose={() => undefined}
            item={{ id: 'step', taskId: 'weave', hash: 'a', title: 'Step', toolKind }}
            taskTitle="Weave"
            projectName="Engine"
            projectId="engine"
          />
        </MemoryRouter>
      </QueryClientProvider>
    </ChakraProvider>,
  );
  await screen.findByText(TESTS);
  const field = screen.getByLabelText<HTMLTextAreaElement>('Reason for rejection *');
  const reject = () => fireEvent.click(screen.getByText('Reject', { selector: 'button' }));
  return { bodies, field, reject };
}

test('a reason of before fills the field, where it can be changed; there are six at most', async () => {
  const { bodies, field, reject } = await open();
  expect(screen.getByLabelText('Reasons you gave before').children).toHaveLength(6);
  fireEvent.click(screen.getByText('Too large'));
  expect(field.value).toBe('Too large');
  fireEvent.change(field, { target: { value: 'Too large, split it' } });
  reject();
  await waitFor(() => expect(bodies).toEqual([{ reason: 'Too large, split it' }]));
});

test('what else the agent is told goes with the reason', async () => {
  const { bodies, field, reject } = await open();
  fireEvent.change(field, { target: { value: 'No' } });
  fireEvent.click(screen.getByLabelText('Do not try another way'));
  fireEvent.click(screen.getByLabelText(/And stop the task/));
  reject();
  await waitFor(() => expect(bodies).toEqual([{ reason: 'No', stop: true, noOtherWay: true }]));
});

test('a reason that is given again and again in the project may become an instruction', async () => {
  const { field } = await open();
  const offer = 'Make this an instruction of the project';
  fireEvent.change(field, { target: { value: 'Too large' } });
  expect(screen.queryByText(offer)).toBeNull();
  fireEvent.change(field, { target: { value: TESTS } });
  expect(screen.getByText(offer).getAttribute('href')).toBe('/projects/engine?settings=instructions');
});

test('of limits, which no agent asked for, it does not say that an agent is told', async () => {
  await open('limits');
  expect(screen.getByText('No step passes by these limits: the agent asks as before.')).toBeTruthy();
  expect(screen.queryByText('Do not try another way')).toBeNull();
});

test('of a task that is not started, it offers nothing that is meant for an agent', async () => {
  await open('start');
  expect(screen.getByText('The task is not started. It stays rejected until it is reopened.')).toBeTruthy();
  expect(screen.getByText('And stop the task').closest('[hidden]')).not.toBeNull();
});
