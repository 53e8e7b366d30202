import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';
import { visibleText } from './visible-text.ts';

interface CodeFrameProps {
  /** What it is: a path, or a word. Nothing in it is hidden by being invisible. */
  title?: ReactNode;
  /** At the right of the title. */
  aside?: ReactNode;
  children: ReactNode;
}

/** The tinted block that exact content stands on. */
export function CodeFrame({ title, aside, children }: CodeFrameProps) {
  return (
    <Frame>
      {(title ?? aside) && (
        <Header>
          <chakra.span minW={0} overflowWrap="anywhere">
            {typeof title === 'string' ? visibleText(title) : title}
          </chakra.span>
          {aside}
        </Header>
      )}
      {children}
    </Frame>
  );
}

const Frame = chakra('div', {
  base: {
    bg: 'bg.muted',
    borderWidth: '1px',
    rounded: 'control',
    overflow: 'hidden',
    textStyle: 'mono',
    // A ligature draws two characters as one: what is approved must be readable letter by letter.
    fontVariantLigatures: 'none',
    '& .hljs-comment, & .hljs-quote': { color: 'fg.muted', fontStyle: 'italic' },
    '& .hljs-keyword, & .hljs-selector-tag, & .hljs-literal, & .hljs-section': { color: 'primary.fg' },
    '& .hljs-string, & .hljs-regexp, & .hljs-addition': { color: 'approve.fg' },
    '& .hljs-number, & .hljs-attr, & .hljs-attribute, & .hljs-variable, & .hljs-symbol': { color: 'info.fg' },
    '& .hljs-title, & .hljs-name, & .hljs-type, & .hljs-built_in': { color: 'waiting.fg' },
    '& .hljs-deletion, & .hljs-meta': { color: 'reject.fg' },
  },
});

const Header = chakra('div', {
  base: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '12px',
    px: '12px',
    py: '6px',
    borderBottomWidth: '1px',
    fontSize: '12px',
    fontWeight: '500',
    color: 'fg.muted',
  },
});
