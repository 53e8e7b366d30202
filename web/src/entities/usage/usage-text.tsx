import type { Usage } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { tokenWords, unpricedWords, usageWords } from './usage-words.ts';

/** Model usage: cost and tokens, how they were used, and what has no price. Nothing if nothing was used. */
export function UsageText({ usage }: { usage: Usage }) {
  const words = usageWords(usage);
  if (words === null) return null;
  const unpriced = unpricedWords(usage);
  return (
    <span>
      {words}
      <chakra.span display="block" textStyle="sm" color="fg.muted">
        {tokenWords(usage)}
      </chakra.span>
      {unpriced !== null && (
        <chakra.span display="block" textStyle="sm" color="fg.muted" overflowWrap="anywhere">
          {unpriced}
        </chakra.span>
      )}
    </span>
  );
}
