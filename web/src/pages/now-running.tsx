import { Suspense } from 'react';
import { optional } from '../ui/loading/optional.ts';

const Meanwhile = optional(async () => ({ default: (await import('./meanwhile.tsx')).Meanwhile }));

/** What is going on meanwhile, when nothing waits for the person. */
export function NowRunning() {
  return (
    <Suspense>
      <Meanwhile />
    </Suspense>
  );
}
