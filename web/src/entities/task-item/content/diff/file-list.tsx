import { chakra } from '@chakra-ui/react/styled-system';
import { Check } from 'lucide-react';
import type { Ref } from 'react';
import { plural } from '../../../../lib/text/plural.ts';
import { visibleName } from '../../../../lib/text/exact-text.ts';
import { inOrder } from '../../../../ui/text/in-order.tsx';
import { useSeen } from '../../seen/seen-scope.tsx';
import type { FileDiff } from './diff-rows.ts';

interface FileListProps {
  ref: Ref<HTMLElement>;
  files: readonly FileDiff[];
  keyOf: (index: number) => string;
  changedSince?: readonly string[];
}

/**
 * The files of a change with their line counts; where a decision is pending, each leads to its part below, and says
 * whether that was seen or ticked.
 */
export function FileList({ ref, files, keyOf, changedSince = [] }: FileListProps) {
  const seen = useSeen();
  const added = files.reduce((sum, file) => sum + file.added, 0);
  const removed = files.reduce((sum, file) => sum + file.removed, 0);
  return (
    <section ref={ref} aria-label="Changed files">
      <chakra.p textStyle="sm" color="fg.muted" mb="2px">
        {plural(files.length, 'file')} <LineCounts added={added} removed={removed} />
      </chakra.p>
      <ul>
        {files.map((file, index) => (
          <Entry key={index}>
            {seen ? (
              <Way
                type="button"
                className="pressable"
                onClick={() => seen.parts.show({ block: keyOf(index), line: 0, within: 0 })}
              >
                {inOrder(visibleName(file.path))}
              </Way>
            ) : (
              <chakra.span overflowWrap="anywhere">{inOrder(visibleName(file.path))}</chakra.span>
            )}
            {seen && (
              <Done>
                {seen.record.isDone(keyOf(index)) && (
                  <Check size={14} aria-label={seen.record.isMarked(keyOf(index)) ? 'Viewed' : 'Seen'} />
                )}
              </Done>
            )}
            {changedSince.includes(file.path) && <Mark>changed since</Mark>}
            {file.source === undefined ? <LineCounts {...file} /> : <chakra.span color="fg.muted">binary</chakra.span>}
          </Entry>
        ))}
      </ul>
    </section>
  );
}

/** "+12 −3", spelled out for screen readers. */
export function LineCounts({ added, removed }: { added: number; removed: number }) {
  return (
    <chakra.span display="inline-flex" gap="6px" flexShrink={0} fontFamily="mono" fontSize="0.75rem" fontWeight="500">
      <chakra.span color="approve.fg">
        +{added}
        <chakra.span srOnly> added</chakra.span>
      </chakra.span>
      <chakra.span color="reject.fg">
        −{removed}
        <chakra.span srOnly> removed</chakra.span>
      </chakra.span>
    </chakra.span>
  );
}

const Entry = chakra('li', {
  base: {
    display: 'flex',
    alignItems: 'baseline',
    justifyContent: 'space-between',
    gap: '12px',
    fontFamily: 'mono',
    fontSize: '0.75rem',
    lineHeight: '1.25rem',
    minW: 0,
  },
});

const Mark = chakra('span', {
  base: { flexShrink: 0, px: '6px', rounded: '4px', bg: 'bg.muted', color: 'fg', fontFamily: 'body' },
});

/** As wide without the mark as with it, so that no name wraps differently while its file is read. */
const Done = chakra('span', {
  base: { alignSelf: 'center', boxSize: '14px', flexShrink: 0, ms: 'auto', color: 'fg.muted' },
});

const Way = chakra('button', {
  base: {
    minW: 0,
    py: { base: '6px', md: '2px' },
    textAlign: 'start',
    overflowWrap: 'anywhere',
    color: 'primary.fg',
    cursor: 'pointer',
    _hover: { textDecoration: 'underline' },
  },
});
