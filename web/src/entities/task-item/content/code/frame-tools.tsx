import { chakra } from '@chakra-ui/react/styled-system';
import { Check, Copy, TextWrap } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { visibleName } from '../../../../lib/text/exact-text.ts';
import { TOUCH } from '../../../../ui/viewport/media.ts';
import { thumbReach } from '../../../../ui/viewport/thumb.ts';
import type { SeenPart } from '../../seen/use-seen-part.ts';

/** How long the button says that it has copied. */
const COPIED_MS = 2000;

/** Copies the exact text, including characters that look hidden. */
export function CopyText({ text, of }: { text: string; of: string }) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = () =>
    void navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  return (
    <Tool type="button" className="pressable" aria-label={`Copy ${visibleName(of)}`} title="Copy" onClick={copy}>
      {copied ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
      <chakra.span srOnly role="status">
        {copied ? 'Copied' : ''}
      </chakra.span>
    </Tool>
  );
}

/** Wraps long lines, or lets them run on; text beyond the frame does not count as seen. */
export function WrapSwitch({ wraps, onChange }: { wraps: boolean; onChange: (wraps: boolean) => void }) {
  return (
    <Tool
      type="button"
      className="pressable"
      aria-label="Wrap long lines"
      title="Wrap long lines"
      aria-pressed={wraps}
      onClick={() => onChange(!wraps)}
    >
      <TextWrap size={14} aria-hidden />
    </Tool>
  );
}

/** Marks a part as viewed without reading it to its end, or because it cannot be shown. */
export function ViewedTick({ part, of }: { part: SeenPart; of: ReactNode }) {
  return (
    <Tick>
      <input
        type="checkbox"
        aria-label={typeof of === 'string' ? `Viewed: ${visibleName(of)}` : undefined}
        checked={part.isMarked}
        onChange={(event) => part.mark(event.target.checked)}
      />
      Viewed
    </Tick>
  );
}

const reach = thumbReach('8px');
// The tap area extends more downwards, where the frame ends: a higher header would cost a small screen lines of
// content.
const target = { cursor: 'pointer', rounded: '6px', ...reach, [TOUCH]: { _after: { insetBlock: '-4px -14px' } } };

/** A small button of a frame's header. */
export const Tool = chakra('button', {
  base: {
    ...target,
    display: 'inline-grid',
    placeItems: 'center',
    height: '28px',
    width: { base: '44px', md: '28px' },
    color: 'fg.muted',
    _hover: { bg: 'bg.surface', color: 'fg' },
    '&[aria-pressed=true]': { color: 'primary.fg' },
    '& > *': { pointerEvents: 'none' },
    [TOUCH]: { ...target[TOUCH], width: '44px' },
  },
});

const Tick = chakra('label', {
  base: {
    ...target,
    display: 'inline-flex',
    alignItems: 'center',
    gap: '6px',
    minH: '28px',
    px: '4px',
    fontFamily: 'body',
    color: 'fg',
    '& input': {
      position: 'relative',
      zIndex: 1,
      boxSize: '16px',
      accentColor: 'var(--cs-colors-primary-solid)',
      cursor: 'inherit',
    },
  },
});
