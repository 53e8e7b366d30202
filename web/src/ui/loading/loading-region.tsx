import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';

/** Wraps skeletons: tells a screen reader once that something is loading, and hides the grey shapes from it. */
export function LoadingRegion({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div role="status" aria-busy="true">
      <chakra.span srOnly>{label}</chakra.span>
      <div aria-hidden="true">{children}</div>
    </div>
  );
}
