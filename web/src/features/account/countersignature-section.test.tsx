import { ApiError, routes, type Countersignature } from '@countersign/contract';
import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { api } from '../../lib/api.ts';
import { createQueryClient } from '../../lib/queries/query-client.ts';
import { deferred } from '../../lib/timing/deferred.ts';
import { system } from '../../ui/theme/system.ts';
import { CountersignatureSection } from './countersignature-section.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const nobody: Countersignature = { name: null, email: null, countersignedBy: 'the owner of this task' };

/** Renders the section and records what is sent to the server, which replies with `answer`. */
function show(answer: () => Promise<Countersignature>) {
  const sent: unknown[] = [];
  vi.spyOn(api, 'call').mockImplementation((async (route: unknown, input: { body?: unknown }) => {
    if (route === routes.getCountersignature) return nobody;
    sent.push(input.body);
    return answer();
  }) as never);
  render(section());
  return sent;
}

const section = (queries = createQueryClient()) => (
  <QueryClientProvider client={queries}>
    <ChakraProvider value={system}>
      <CountersignatureSection />
    </ChakraProvider>
  </QueryClientProvider>
);

const saveButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save' });

it('sends the chosen name without the e-mail address, which is off until it is chosen', async () => {
  const chosen = { name: 'Ada', email: null, countersignedBy: 'Ada' };
  const sent = show(async () => chosen);
  const name = await screen.findByLabelText('Name in commits');
  expect(screen.getByRole<HTMLInputElement>('switch').checked).toBe(false);
  expect(saveButton().disabled, 'nothing is changed yet').toBe(true);
  fireEvent.change(name, { target: { value: ' Ada ' } });
  fireEvent.click(saveButton());
  await waitFor(() => expect(sent).toEqual([{ name: 'Ada', withEmail: false }]));
  await waitFor(() => expect(saveButton().disabled, 'saved').toBe(true));
});

it('says with its status why the name could not be loaded, to be tried again', async () => {
  const call = vi.spyOn(api, 'call').mockRejectedValue(new ApiError(503, 'Too busy', null));
  render(section());
  await screen.findByText('Your name in commits could not be loaded');
  screen.getByText('503: Too busy');
  call.mockResolvedValue(nobody as never);
  fireEvent.click(screen.getByText('Try again'));
  await screen.findByLabelText('Name in commits');
  expect(screen.queryByText('Your name in commits could not be loaded')).toBeNull();
});

it('says what is wrong with a name, and why an address is not taken', async () => {
  const message = 'Verify your email address before it appears in commits';
  const refused = new ApiError(409, message, { code: 'conflict', message });
  show(() => Promise.reject(refused));
  const name = await screen.findByLabelText('Name in commits');
  fireEvent.change(name, { target: { value: 'Ada <ada@example.com>' } });
  screen.getByText('Name cannot contain < or >');
  expect(saveButton().disabled).toBe(true);
  fireEvent.change(name, { target: { value: '' } });
  fireEvent.click(screen.getByRole('switch'));
  fireEvent.click(saveButton());
  await screen.findByText(message);
});

it('writes back no name that another device has changed meanwhile', async () => {
  const queries = createQueryClient();
  const ada = { name: 'Ada', email: null, countersignedBy: 'Ada' };
  const call = vi.spyOn(api, 'call').mockResolvedValue(ada as never);
  render(section(queries));
  await screen.findByDisplayValue('Ada');
  cleanup();
  const { promise, resolve } = deferred<Countersignature>();
  call.mockReturnValue(promise as never);
  render(section(queries));
  fireEvent.click(screen.getByRole('switch'));
  expect(saveButton().disabled, 'what is stored now is on its way').toBe(true);
  resolve({ ...ada, name: 'Ada Lovelace' });
  await screen.findByDisplayValue('Ada Lovelace');
  expect(screen.getByRole<HTMLInputElement>('switch').checked, 'what was chosen stays').toBe(true);
  fireEvent.click(saveButton());
  await waitFor(() =>
    expect(call).toHaveBeenLastCalledWith(routes.putCountersignature, {
      body: { name: 'Ada Lovelace', withEmail: true },
    }),
  );
});
