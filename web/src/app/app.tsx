import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { ThemeProvider } from 'next-themes';
import { BrowserRouter } from 'react-router-dom';
import { system } from '../ui/theme/system.ts';
import { AuthProvider } from './auth-provider.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { LateUpdatePrompt } from './pwa/late-update-prompt.tsx';
import { AppRoutes } from './routes.tsx';

// next-themes' script is meant for server rendering; index.html has ours. Typed as data, it causes no React warning.
const noScript = { type: 'application/json' };

/** The whole app: styles, colour mode, the signed-in user, and the page at the current address. */
export function App() {
  return (
    <ChakraProvider value={system}>
      <ThemeProvider attribute="class" defaultTheme="system" disableTransitionOnChange scriptProps={noScript}>
        <BrowserRouter>
          <ErrorBoundary>
            <AuthProvider>
              <AppRoutes />
            </AuthProvider>
          </ErrorBoundary>
          <LateUpdatePrompt />
        </BrowserRouter>
      </ThemeProvider>
    </ChakraProvider>
  );
}
