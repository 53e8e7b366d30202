import { routes } from '@countersign/contract';
import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { api } from '../../lib/api.ts';
import { createQueryClient } from '../../lib/queries/query-client.ts';
import { system } from '../../ui/theme/system.ts';
import { toast } from '../../ui/toaster/toast.ts';
import { CreateContainerDialog } from './create-container-dialog.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

it('asks for the same container again where no answer came, and for another one after that', async () => {
  const keys: string[] = [];
  const answers = [Promise.reject(new TypeError('Failed to fetch')), Promise.resolve({}), Promise.resolve({})];
  answers[0]?.catch(() => undefined);
  vi.spyOn(api, 'call').mockImplementation((route, input) => {
    if (route !== routes.postProjectContainer) return new Promise(() => undefined) as never;
    keys.push((input as unknown as { headers: Record<string, string> }).headers['Idempotency-Key'] ?? '');
    return answers[keys.length - 1] as never;
  });
  const failed = vi.spyOn(toast, 'error').mockImplementation(() => undefined);
  const onClose = vi.fn();
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ChakraProvider value={system}>
        <CreateContainerDialog projectId="p" open onClose={onClose} />
      </ChakraProvider>
    </QueryClientProvider>,
  );
  const press = () => fireEvent.click(screen.getByRole('button', { name: 'Create Container' }));
  press();
  await waitFor(() => expect(failed).toHaveBeenCalledWith('Failed to create container'));
  press();
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  press();
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(2));
  const [first, again, another] = keys;
  expect(first).toMatch(/^[\w-]{8,64}$/);
  expect(again).toBe(first);
  expect(another).not.toBe(first);
});
