import { chakra } from '@chakra-ui/react/styled-system';
import { detailOf } from '../../lib/api.ts';
import { isLastSeen } from '../../lib/last-seen/use-last-seen.ts';
import { useOnline } from '../../lib/device/use-online.ts';
import { notLoaded } from '../../lib/text/not-loaded.ts';
import { FormAlert } from '../forms/form-alert.tsx';
import { thumbHigh } from '../viewport/thumb.ts';

interface Refreshed {
  error: unknown;
  isRefetchError: boolean;
  isFetching: boolean;
  dataUpdatedAt: number;
  refetch: () => unknown;
}

interface RefreshFailureProps {
  /** If a page has several, one line covers all of them. */
  query: Refreshed | readonly Refreshed[];
  /** What is on screen: "The history". */
  what: string;
  /** It is the beginning of a list whose rest did not arrive. */
  isCut?: boolean;
}

/**
 * A line above data that could not be refreshed, with a button to try again. Nothing while offline and for data from an
 * earlier visit: the app's banner already says so.
 */
export function RefreshFailure({ query, what, isCut = false }: RefreshFailureProps) {
  const online = useOnline();
  const failed = [query].flat().filter((one) => one.isRefetchError && !isLastSeen(one.dataUpdatedAt));
  if (!online || failed.length === 0) return null;
  const isFetching = failed.some((one) => one.isFetching);
  const tryAgain = () => {
    for (const one of failed) one.refetch();
  };
  return (
    <chakra.div mb="16px">
      <FormAlert detail={detailOf(failed[0]?.error)}>
        {isCut ? `${notLoaded(what)} completely` : `${what} could not be refreshed and may have changed`}.{' '}
        <TryAgain type="button" aria-disabled={isFetching} onClick={() => !isFetching && tryAgain()}>
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
