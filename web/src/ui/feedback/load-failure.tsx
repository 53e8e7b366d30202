import { detailOf } from '../../lib/api.ts';
import { notLoaded } from '../../lib/text/not-loaded.ts';
import { ErrorState } from './error-state.tsx';

interface LoadFailureProps {
  /** Begins the sentence: "The history". */
  what: string;
  error: unknown;
  onRetry: () => void;
}

/** In place of something that could not be loaded: says what and why, and offers to try again. */
export function LoadFailure({ what, error, onRetry }: LoadFailureProps) {
  return <ErrorState title={notLoaded(what)} detail={detailOf(error)} onRetry={onRetry} />;
}
