import { type ReactNode, Suspense } from 'react';
import { Attempt } from '../feedback/attempt.tsx';
import { ErrorState } from '../feedback/error-state.tsx';
import { UnfetchedError } from './fetched-code.ts';

interface LazyPartProps {
  /** As its failure names it: "The rules". */
  name: string;
  /** Shown until its code is there. */
  fallback: ReactNode;
  children: ReactNode;
}

/** A part of a page with lazy code: if that cannot be fetched, or breaks, it says so, and the page around it stays. */
export function LazyPart({ name, fallback, children }: LazyPartProps) {
  return (
    <Attempt
      otherwise={(error) => (
        <ErrorState
          title={`${name} could not be shown`}
          detail={error instanceof UnfetchedError ? error.message : undefined}
          onRetry={() => location.reload()}
          retryLabel="Reload"
        />
      )}
    >
      <Suspense fallback={fallback}>{children}</Suspense>
    </Attempt>
  );
}
