import type { ChangedFiles } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { plural } from '../../lib/text/plural.ts';
import { visibleText } from '../../lib/text/visible-text.ts';
import { Disclosure } from '../../ui/layout/disclosure.tsx';

/** Up to this many files are shown at once; more are folded. */
const OPEN_FILES = 5;

/** The changed files, with their added and removed lines. */
export function ChangedFilesList({ changed }: { changed: ChangedFiles }) {
  const { files, listed } = changed;
  return (
    <Disclosure
      defaultOpen={files <= OPEN_FILES}
      summary={
        <>
          {plural(files, 'file')} <Lines added={changed.added} removed={changed.removed} />
        </>
      }
    >
      <chakra.ul display="grid" gap="4px" maxW="640px" fontFamily="mono" fontSize="0.8125rem">
        {listed.map(({ path, added, removed }) => (
          <chakra.li key={path} display="flex" alignItems="baseline" justifyContent="space-between" gap="12px">
            <chakra.span minW={0} overflowWrap="anywhere">
              {visibleText(path)}
            </chakra.span>
            {added === null || removed === null ? (
              <chakra.span color="fg.muted" flexShrink={0}>
                binary
              </chakra.span>
            ) : (
              <Lines added={added} removed={removed} />
            )}
          </chakra.li>
        ))}
      </chakra.ul>
      {listed.length < files && (
        <chakra.p textStyle="sm" color="fg.muted" pt="4px">
          and {plural(files - listed.length, 'more file')}
        </chakra.p>
      )}
    </Disclosure>
  );
}

function Lines({ added, removed }: { added: number; removed: number }) {
  return (
    <chakra.span flexShrink={0} fontVariantNumeric="tabular-nums" whiteSpace="nowrap">
      <chakra.span color="approve.fg" aria-label={`${plural(added, 'line')} added`} role="img">
        +{added}
      </chakra.span>{' '}
      <chakra.span color="reject.fg" aria-label={`${plural(removed, 'line')} removed`} role="img">
        −{removed}
      </chakra.span>
    </chakra.span>
  );
}
