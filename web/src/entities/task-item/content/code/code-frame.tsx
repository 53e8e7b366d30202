import { chakra } from '@chakra-ui/react/styled-system';
import { type ReactNode, useCallback, useState } from 'react';
import { visibleName } from '../../../../lib/text/exact-text.ts';
import { inOrder } from '../../../../ui/text/in-order.tsx';
import { nameOf } from '../../seen/progress.ts';
import { lineProps } from '../../seen/seen-lines.ts';
import { type SeenPart, useSeenPart } from '../../seen/use-seen-part.ts';
import { CopyText, ViewedTick, WrapSwitch } from './frame-tools.tsx';

interface CodeFrameProps {
  /** A path or a word. Invisible characters in it are made visible. */
  title?: ReactNode;
  /** Placed to the right of the title. */
  aside?: ReactNode;
  /** The text that is copied: the exact text, without numbers and signs. */
  copy?: string;
  /** Whether it has lines that may be wrapped; by default those of what is copied count. */
  hasLongLines?: boolean;
  /** The part of a request that it shows, by key, and its registration as drawn. */
  part?: { key: string; seen: SeenPart };
  /** Whether it can be ticked as viewed instead of being read to its end. */
  canBeTicked?: boolean;
  /** Whether it folds to its title once it is ticked. */
  folds?: boolean;
  children: ReactNode;
}

/** On a phone, lines longer than this may be wrapped. */
const LONG_LINE = 48;
export const isLongLine = (line: string) => line.length > LONG_LINE;

/**
 * A header that takes more than this part of the height of a card, or of the window, does not stay in view, as where a
 * name or enlarged text needs many lines: too little room would be left below it to read in.
 */
const STAYS_UP_TO = 0.2;

/** The tinted block that shows exact content. */
export function CodeFrame(props: CodeFrameProps) {
  const { title, aside, copy, part, canBeTicked = false, folds = true, children } = props;
  const { hasLongLines = copy !== undefined && copy.split('\n').some(isLongLine) } = props;
  const [wraps, setWraps] = useState(true);
  const [attach] = useSeenPart(part && nameOf(part.key), { lines: 1, name: '', aside: true });
  const isFolded = folds && canBeTicked && part !== undefined && part.seen.isMarked;
  const [stays, frame] = useHeaderStays();
  return (
    <Frame ref={frame} data-wraps={wraps} data-frame>
      <Header ref={attach} bare={isFolded} stays={stays} data-stays={stays || undefined}>
        <chakra.span minW={0} flex="1 1 120px" overflowWrap="anywhere" {...lineProps(0)}>
          {typeof title === 'string' ? inOrder(visibleName(title)) : title}
        </chakra.span>
        <Tools>
          {aside}
          {hasLongLines && !isFolded && <WrapSwitch wraps={wraps} onChange={setWraps} />}
          {copy !== undefined && <CopyText text={copy} of={typeof title === 'string' ? title : 'the text'} />}
          {canBeTicked && part?.seen.isWatched && <ViewedTick part={part.seen} of={title} />}
        </Tools>
      </Header>
      {!isFolded && <Content>{children}</Content>}
    </Frame>
  );
}

function useHeaderStays(): [stays: boolean, frame: (frame: HTMLElement | null) => (() => void) | undefined] {
  const [stays, setStays] = useState(true);
  const measured = useCallback((frame: HTMLElement | null) => {
    const header = frame?.firstElementChild;
    if (!(header instanceof HTMLElement)) return;
    const card = header.closest('[data-scrolls]');
    const measure = () => setStays(header.offsetHeight <= (card?.clientHeight ?? window.innerHeight) * STAYS_UP_TO);
    // Told before the first paint, and again when the card has its height, or the phone is turned.
    const observer = new ResizeObserver(measure);
    observer.observe(header);
    if (card) observer.observe(card);
    return () => observer.disconnect();
  }, []);
  return [stays, measured];
}

const Frame = chakra('div', {
  base: {
    bg: 'bg.muted',
    borderWidth: '1px',
    rounded: 'control',
    // Not `hidden`: its header stays in view while its content scrolls by.
    overflow: 'clip',
    minWidth: 0,
    textStyle: 'mono',
    // A ligature draws two characters as one; approved content must be readable letter by letter.
    fontVariantLigatures: 'none',
    '& .hljs-comment, & .hljs-quote': { color: 'fg.muted', fontStyle: 'italic' },
    '& .hljs-keyword, & .hljs-selector-tag, & .hljs-literal, & .hljs-section': { color: 'primary.fg' },
    '& .hljs-string, & .hljs-regexp, & .hljs-addition': { color: 'approve.fg' },
    '& .hljs-number, & .hljs-attr, & .hljs-attribute, & .hljs-variable, & .hljs-symbol': { color: 'info.fg' },
    '& .hljs-title, & .hljs-name, & .hljs-type, & .hljs-built_in': { color: 'waiting.fg' },
    '& .hljs-deletion, & .hljs-meta': { color: 'reject.fg' },
    '&[data-wraps=false]': {
      '& pre, & td': { whiteSpace: 'pre', overflowWrap: 'normal' },
      '& table': { tableLayout: 'auto', width: 'max-content', minWidth: '100%' },
    },
  },
});

const Content = chakra('div', { base: { overflowX: 'auto', overflowY: 'hidden' } });

const Header = chakra('div', {
  base: {
    bg: 'bg.muted',
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    columnGap: '12px',
    ps: '12px',
    pe: '8px',
    minH: '32px',
    py: '2px',
    fontSize: '0.75rem',
    lineHeight: '1.125rem',
    fontWeight: '500',
    color: 'fg.muted',
  },
  variants: {
    bare: { false: { borderBottomWidth: '1px' } },
    stays: { true: { position: 'sticky', top: 0, zIndex: 1 } },
  },
});

// What does not fit beside the rest stands below it: a header that is wider than its frame could never be seen whole.
const Tools = chakra('span', {
  base: { display: 'inline-flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px', minW: 0 },
});
