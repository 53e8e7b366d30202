import { chakra } from '@chakra-ui/react/styled-system';
import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { visibleText } from '../lib/visible-text.ts';
import { Button } from './button.tsx';
import { useReveal } from './reveal.ts';

interface ClampProps {
  /** Pixels shown before it is cut. */
  height: number;
  children: ReactNode;
  /** What is behind 'Show all', for a screen reader. */
  of?: string;
}

/** To fold so little takes more room than to show it: the fade, and a button for a thumb. */
const SLACK_PX = 56;

/** Cuts long content at a height and offers 'Show all'; short content is left alone. */
export function Clamp({ height, children, of }: ClampProps) {
  const contentId = useId();
  const frame = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const [long, setLong] = useState(false);
  const [open, setOpen] = useState(false);
  useReveal(frame, () => setOpen(true));

  useLayoutEffect(() => {
    const element = content.current;
    if (!element) return;
    const measure = () => setLong(element.offsetHeight > height + SLACK_PX);
    measure();
    // Code is coloured, and thereby laid out, after it was first shown.
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [height]);

  const cut = long && !open;
  return (
    <div>
      <Frame
        ref={frame}
        id={contentId}
        style={{ maxHeight: open ? undefined : long ? height : height + SLACK_PX }}
        cut={cut}
        data-cut={cut || undefined}
      >
        <div ref={content}>{children}</div>
      </Frame>
      {long && (
        <Button
          className="pressable"
          variant="ghost"
          size="sm"
          // What is cut reaches below the frame, unseen: nothing to be tapped may lie over it.
          mt={cut ? '24px' : '4px'}
          // Its word begins where the content does.
          ms="-12px"
          aria-expanded={open}
          aria-controls={contentId}
          onClick={() => setOpen(!open)}
        >
          {open ? 'Show less' : 'Show all'}
          {of && <chakra.span srOnly> of {visibleText(of)}</chakra.span>}
        </Button>
      )}
    </div>
  );
}

const Frame = chakra('div', {
  base: { overflow: 'hidden' },
  variants: {
    cut: { true: { maskImage: 'linear-gradient(to bottom, black calc(100% - 32px), transparent)' } },
  },
});
