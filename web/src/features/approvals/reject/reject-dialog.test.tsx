import type { TaskItem } from '@countersign/contract';
import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { api } from '../../../lib/api.ts';
import { createQueryClient } from '../../../lib/queries/query-client.ts';
import { system } from '../../../ui/theme/system.ts';
import { InApp } from '../test-approvals.tsx';
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

const step = { type: 'tool_call', toolKind: null, toolName: null } as const;

/** Opens the dialog, and collects the bodies of the rejections that are sent. */
async function open(kind: Partial<Pick<TaskItem, 'type' | 'toolKind' | 'toolName'>> = {}) {
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
            item={{ id: 'step', taskId: 'weave', hash: 'a', title: 'Step', ...step, ...kind }}
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

test.each([' ', '\u200B', '\u2060 \uFEFF'])('%j is no reason', async (value) => {
  const { bodies, field, reject } = await open();
  fireEvent.change(field, { target: { value } });
  expect(screen.getByText('Reject', { selector: 'button' })).toHaveProperty('disabled', true);
  reject();
  expect(bodies).toEqual([]);
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
  const offer = 'Make this a project instruction';
  fireEvent.change(field, { target: { value: 'Too large' } });
  expect(screen.queryByText(offer)).toBeNull();
  fireEvent.change(field, { target: { value: TESTS } });
  expect(screen.getByText(offer).getAttribute('href')).toBe('/projects/engine?settings=instructions');
});

const texts = {
  task: 'The task ends here. It can be reopened.',
  setup:
    'A task that is just beginning ends here, and can be reopened. One that goes on after a break does so without the setup command.',
};
test.each([
  ['limits, which no agent asked for', { toolKind: 'limits' }, 'These limits do not apply: the agent asks as before.'],
  ['a start', { toolKind: 'start' }, 'The task is not started. It stays rejected until it is reopened.'],
  ['a budget', { toolKind: 'budget', toolName: 'budget' }, texts.task],
  ['the setup command', { toolKind: 'execute', toolName: 'setup' }, texts.setup],
])('of %s it offers nothing that is meant for an agent, and says what comes of it', async (_what, kind, words) => {
  await open({ type: 'approval_request', ...kind });
  expect(screen.getByText(words)).toBeTruthy();
  expect(screen.queryByText('Do not try another way')).toBeNull();
  expect(screen.queryByText('And stop the task')).toBeNull();
});

test('of a step that is called as the setup is, an agent is told', async () => {
  await open({ toolKind: 'execute', toolName: 'setup' });
  expect(screen.getByText('The agent gets the reason and goes on from there.')).toBeTruthy();
});

test('its button stays off from the moment it is sent, although the reason stays: alive, it would keep the focus', async () => {
  vi.spyOn(api, 'call').mockImplementation((async ({ path }: { path: string }) =>
    path.endsWith('/rejection-reasons') ? { reasons: [] } : {}) as never);
  function Page() {
    const [isOpen, setOpen] = useState(true);
    return (
      <RejectDialog
        open={isOpen}
        onClose={() => setOpen(false)}
        item={{ id: 'step', taskId: 'weave', hash: 'a', title: 'Step', ...step }}
        taskTitle="Weave"
        projectName="Engine"
      />
    );
  }
  render(
    <InApp>
      <Page />
    </InApp>,
  );
  fireEvent.change(await screen.findByLabelText('Reason for rejection *'), { target: { value: 'No' } });
  const button = screen.getByText<HTMLButtonElement>('Reject', { selector: 'button' });
  const changes: boolean[] = [];
  const watch = new MutationObserver(() => changes.push(button.disabled));
  watch.observe(button, { attributeFilter: ['disabled'] });
  fireEvent.click(button);
  await waitFor(() => expect(button.isConnected).toBe(false));
  watch.disconnect();
  expect(changes).toEqual([true]);
});
