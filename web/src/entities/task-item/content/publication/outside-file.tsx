import { chakra } from '@chakra-ui/react/styled-system';
import { Circle, CircleCheck } from 'lucide-react';
import { plural } from '../../../../lib/text/plural.ts';
import { visibleName } from '../../../../lib/text/exact-text.ts';
import { inOrder } from '../../../../ui/text/in-order.tsx';
import { parts } from '../../seen/outline.ts';
import { useSeen } from '../../seen/seen-scope.tsx';
import { useSeenPart } from '../../seen/use-seen-part.ts';

interface OutsideFileProps {
  /** Null stands for the files that are not listed by name; `unlisted` is their number. */
  path: string | null;
  unlisted?: number;
  part: string;
}

/**
 * A file that changed outside of any approved step. Pressing it leads to its change; reading that to its end also
 * counts as opening it.
 */
export function OutsideFile({ path, unlisted = 0, part }: OutsideFileProps) {
  const name = path ?? plural(unlisted, 'more file');
  const [attach, seen] = useSeenPart(part, { lines: 1, name, tickOnly: true, opens: path ?? '' });
  const around = useSeen();
  const shown = inOrder(visibleName(name));
  if (!around || !seen.isWatched) return <Name as="li">{shown}</Name>;
  const isOpened = seen.isMarked || (path !== null && around.record.isRead(path));
  const open = () => {
    if (path === null || !around.parts.showNamed(path)) around.parts.show({ block: parts.patch, line: 0, within: 0 });
    seen.mark(true);
  };
  const Icon = isOpened ? CircleCheck : Circle;
  return (
    <li ref={attach}>
      <Way type="button" className="pressable" onClick={open}>
        <Icon size={14} aria-hidden />
        <Name>{shown}</Name>
        <chakra.span flexShrink={0}>{isOpened ? 'opened' : 'Open'}</chakra.span>
      </Way>
    </li>
  );
}

const Name = chakra('span', {
  base: { fontFamily: 'mono', fontSize: '0.75rem', fontVariantLigatures: 'none', overflowWrap: 'anywhere', minW: 0 },
});

const Way = chakra('button', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '6px',
    minW: 0,
    minH: { base: '36px', md: '28px' },
    textAlign: 'start',
    color: 'inherit',
    cursor: 'pointer',
    '& > *': { pointerEvents: 'none' },
    '& > :last-child': { textDecoration: 'underline' },
  },
});
