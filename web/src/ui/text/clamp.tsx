import { chakra } from '@chakra-ui/react/styled-system';
import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { visibleText } from '../../lib/text/visible-text.ts';
import { Button } from '../buttons/button.tsx';
import { useReveal } from '../viewport/reveal.ts';

interface ClampProps {
  /** Maximum height before it is cut, in pixels at the usual size of text: with larger text it has as many lines. */
  height: number;
  children: ReactNode;
  /** Names the content behind 'Show all' for screen readers. */
  of?: string;
  /** Content higher by no more than these pixels is shown whole; 0 where the height itself is what counts. */
  slack?: number;
}

/** Hiding fewer pixels than this saves nothing: the fade and the button take as much room. */
const SLACK_PX = 56;
/** Heights are rounded to whole pixels. */
const ROUNDING_PX = 1;

/** Limits long content to a height and offers 'Show all'; short content is left alone. */
export function Clamp({ height, children, of, slack = SLACK_PX }: ClampProps) {
  const most = height + slack;
  const contentId = useId();
  const frame = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const [long, setLong] = useState(false);
  const [open, setOpen] = useState(false);
  useReveal(frame, () => setOpen(true));

  useLayoutEffect(() => {
    const element = content.current;
    if (!element) return;
    const measure = () => setLong(element.offsetHeight > most * textScale() + ROUNDING_PX);
    measure();
    // Code is highlighted, and thereby laid out, after it was first shown.
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [most]);

  const cut = long && !open;
  return (
    <div>
      <Frame
        ref={frame}
        id={contentId}
        style={{ maxHeight: open ? undefined : `${(long ? height : most) / USUAL_REM_PX}rem` }}
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
          // Cut content extends invisibly below the frame: it must not overlap anything tappable. Of a title nothing is,
          // and what follows it is what a small screen is needed for.
          mt={!cut ? '4px' : slack > 0 ? '24px' : 0}
          // Aligns its text with the content.
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

const USUAL_REM_PX = 16;

/** How much larger than usual somebody has set their browser's text. */
function textScale(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / USUAL_REM_PX || 1;
}

const Frame = chakra('div', {
  base: { overflow: 'hidden' },
  variants: {
    cut: { true: { maskImage: 'linear-gradient(to bottom, black max(75%, 100% - 32px), transparent)' } },
  },
});
