import { chakra } from '@chakra-ui/react/styled-system';
import { isLastSeen } from '../lib/use-last-seen.ts';
import { useOnline } from '../lib/use-online.ts';
import { FormAlert } from './form-alert.tsx';
import { thumbHigh } from './thumb.ts';

interface RefreshFailureProps {
  query: { isRefetchError: boolean; isFetching: boolean; dataUpdatedAt: number; refetch: () => unknown };
  /** What is on screen: "The history". */
  what: string;
}

/**
 * A line above data that could not be refreshed, with a button to try again. Nothing while offline and for data from an
 * earlier visit: the app's banner says so already.
 */
export function RefreshFailure({ query, what }: RefreshFailureProps) {
  const online = useOnline();
  if (!query.isRefetchError || !online || isLastSeen(query.dataUpdatedAt)) return null;
  return (
    <chakra.div mb="16px">
      <FormAlert>
        {what} could not be refreshed and may have changed.{' '}
        <TryAgain type="button" aria-disabled={query.isFetching} onClick={() => !query.isFetching && query.refetch()}>
          Try again
        </TryAgain>
      </FormAlert>
    </chakra.div>
  );
}

const TryAgain = chakra('button', {
  base: {
    // As large as a finger, without pushing the lines of the sentence apart.
    ...thumbHigh('24px'),
    my: { base: '-12px', md: '-2px' },
    px: '4px',
    rounded: 'control',
    fontWeight: '600',
    cursor: 'pointer',
    textDecoration: 'underline',
  },
});
