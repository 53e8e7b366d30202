import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { QueryClientProvider } from '@tanstack/react-query';
import { ThemeProvider } from 'next-themes';
import { lazy, type ReactNode, Suspense } from 'react';
import { system } from '../ui/theme/system.ts';
import { AuthProvider } from './auth-provider.tsx';
import { queryClient } from './session.ts';

const ToastRegion = lazy(async () => ({ default: (await import('../ui/toaster/toast-region.tsx')).ToastRegion }));

/** Everything a page may count on: styles, colour mode, who is signed in, queries, toasts. */
export function Providers({ children }: { children: ReactNode }) {
  return (
    <ChakraProvider value={system}>
      <ThemeProvider attribute="class" defaultTheme="system" disableTransitionOnChange>
        <QueryClientProvider client={queryClient}>
          <AuthProvider>{children}</AuthProvider>
          <Suspense>
            <ToastRegion />
          </Suspense>
        </QueryClientProvider>
      </ThemeProvider>
    </ChakraProvider>
  );
}
