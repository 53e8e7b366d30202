// Every badge, card, empty state and dialog in all states, on one page: npm run workbench. Not part of the build.
import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { QueryClientProvider } from '@tanstack/react-query';
import { ThemeProvider } from 'next-themes';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { MemoryRouter } from 'react-router-dom';
import { repositoriesQuery } from '../entities/repository/repositories-query.ts';
import { createQueryClient } from '../lib/queries/query-client.ts';
import { addFonts } from '../ui/theme/fonts.ts';
import { system } from '../ui/theme/system.ts';
import { ToastRegion } from '../ui/toaster/toast-region.tsx';
import { repository } from './samples.ts';
import { Workbench } from './workbench.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('workbench.html has no #root');
addFonts();
const queries = createQueryClient();
queries.setQueryData(repositoriesQuery().queryKey, [repository]);
createRoot(root).render(
  <StrictMode>
    <ChakraProvider value={system}>
      <ThemeProvider attribute="class" defaultTheme="system" scriptProps={{ type: 'application/json' }}>
        <QueryClientProvider client={queries}>
          <MemoryRouter>
            <Workbench />
            <ToastRegion />
          </MemoryRouter>
        </QueryClientProvider>
      </ThemeProvider>
    </ChakraProvider>
  </StrictMode>,
);
