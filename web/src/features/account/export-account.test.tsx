import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { api } from '../../lib/api.ts';
import * as saving from '../../lib/device/save-file.ts';
import { createQueryClient } from '../../lib/queries/query-client.ts';
import { system } from '../../ui/theme/system.ts';
import { ExportAccount } from './export-account.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

it('saves all parts of an export as lines of JSON, in their order', async () => {
  const parts = [
    { reply: [{ kind: 'project', data: { id: 'p' } }], headers: new Headers({ 'X-Next-Cursor': 'task.' }) },
    { reply: [{ kind: 'task', data: { id: 't' } }], headers: new Headers() },
  ];
  const asked: unknown[] = [];
  vi.spyOn(api, 'callFully').mockImplementation((async (_route: unknown, input: { query: unknown }) => {
    asked.push(input.query);
    return parts[asked.length - 1];
  }) as never);
  const saveFile = vi.spyOn(saving, 'saveFile').mockImplementation(() => undefined);
  render(<ExportAccount />, {
    wrapper: ({ children }) => (
      <ChakraProvider value={system}>
        <QueryClientProvider client={createQueryClient()}>{children}</QueryClientProvider>
      </ChakraProvider>
    ),
  });
  fireEvent.click(screen.getByRole('button', { name: 'Download your data' }));
  await vi.waitFor(() => expect(saveFile).toHaveBeenCalledOnce(), 10_000);
  expect(asked).toEqual([{}, { cursor: 'task.' }]);
  const [name, , lines] = saveFile.mock.calls[0] ?? [];
  expect(name).toMatch(/^countersign-\d{4}-\d\d-\d\d\.ndjson$/);
  expect(lines?.join('')).toBe('{"kind":"project","data":{"id":"p"}}\n{"kind":"task","data":{"id":"t"}}\n');
});
