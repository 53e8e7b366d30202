import { chakra } from '@chakra-ui/react/styled-system';
import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { Button } from './button.tsx';
import { visibleText } from './content/visible-text.ts';

interface ClampProps {
  /** Pixels shown before it is cut. */
  height: number;
  children: ReactNode;
  /** What is behind 'Show all', for a screen reader. */
  of?: string;
  /** Given where the rest is shown elsewhere; otherwise it unfolds here. */
  onShowAll?: () => void;
}

/** Cuts long content at a height and offers 'Show all'; short content is left alone. */
export function Clamp({ height, children, of, onShowAll }: ClampProps) {
  const contentId = useId();
  const content = useRef<HTMLDivElement>(null);
  const [long, setLong] = useState(false);
  const [open, setOpen] = useState(false);

  useLayoutEffect(() => {
    const element = content.current;
    if (!element) return;
    const measure = () => setLong(element.offsetHeight > height + 1);
    measure();
    // Code is coloured, and thereby laid out, after it was first shown.
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [height]);

  const cut = long && !open;
  return (
    <div>
      <Frame id={contentId} style={{ maxHeight: open ? undefined : height }} cut={cut}>
        <div ref={content}>{children}</div>
      </Frame>
      {long && (
        <Button
          className="pressable"
          variant="ghost"
          size="sm"
          mt="4px"
          aria-expanded={onShowAll ? undefined : open}
          aria-controls={onShowAll ? undefined : contentId}
          onClick={onShowAll ?? (() => setOpen(!open))}
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
    cut: { true: { maskImage: 'linear-gradient(to bottom, black calc(100% - 48px), transparent)' } },
  },
});
