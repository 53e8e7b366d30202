import type { Approval } from '@countersign/contract';
import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { vi } from 'vitest';
import { createQueryClient } from '../../lib/queries/query-client.ts';
import { system } from '../../ui/theme/system.ts';
import { putOnScreen } from '../../ui/viewport/test-layout.ts';

/** For tests: a request of an agent, with the given fields. */
export const testApproval = (fields: Partial<Approval> & { id: string }): Approval => ({
  title: `Request ${fields.id}`,
  content: null,
  type: 'tool_call',
  toolName: null,
  toolKind: 'edit',
  toolParameters: null,
  filePath: null,
  fileContent: null,
  enforcement: null,
  risk: null,
  hash: `hash of ${fields.id}`,
  truncated: false,
  createdAt: '2026-11-21T08:00:00.000Z',
  submittedAt: '2026-11-21T08:00:00.000Z',
  task: { id: 'task', title: 'Weave', project: { id: 'engine', name: 'Engine' } },
  ...fields,
});

/** For tests: the context that pages need, at this address. */
export function InApp({ children, queries = createQueryClient(), at = '/' }: InAppProps) {
  return (
    <ChakraProvider value={system}>
      <QueryClientProvider client={queries}>
        <MemoryRouter initialEntries={[at]}>{children}</MemoryRouter>
      </QueryClientProvider>
    </ChakraProvider>
  );
}

interface InAppProps {
  children: ReactNode;
  queries?: QueryClient;
  at?: string;
}

/** For tests without a layout: everything is in the viewport, on a screen without preferences. */
export function stubLayout(): void {
  putOnScreen();
  vi.stubGlobal('scrollTo', () => undefined);
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
}
