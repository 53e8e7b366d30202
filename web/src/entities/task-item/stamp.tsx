import { chakra } from '@chakra-ui/react/styled-system';
import { useId } from 'react';

export interface StampProps {
  kind: 'approved' | 'rejected';
  /** How much ink is on it, 0 to 1. */
  ink?: number;
  /** Width in pixels. */
  width?: number;
}

/** A rubber stamp: a slightly turned frame with a rough edge. Hidden from screen readers: the decision is also there in words. */
export function Stamp({ kind, ink = 1, width = 168 }: StampProps) {
  const filterId = useId();
  const word = kind === 'approved' ? 'APPROVED' : 'REJECTED';
  return (
    <Frame
      viewBox="0 0 168 60"
      width={width}
      color={kind === 'approved' ? 'approve.fg' : 'reject.fg'}
      style={{ opacity: Math.min(1, Math.max(0, ink)), transform: `rotate(${kind === 'approved' ? -8 : 8}deg)` }}
      aria-hidden
    >
      <filter id={filterId}>
        <feTurbulence type="fractalNoise" baseFrequency="0.08" numOctaves="3" seed="7" />
        <feDisplacementMap in="SourceGraphic" scale="3" />
      </filter>
      <g filter={`url(#${filterId})`} fill="none" stroke="currentColor">
        <rect x="4" y="4" width="160" height="52" rx="8" strokeWidth="4" />
        <rect x="10" y="10" width="148" height="40" rx="4" strokeWidth="1.5" />
        <text
          x="84"
          y="39"
          textAnchor="middle"
          stroke="none"
          fill="currentColor"
          fontSize="24"
          fontWeight="800"
          letterSpacing="1.5"
        >
          {word}
        </text>
      </g>
    </Frame>
  );
}

// The swiping library fails on touches that begin on an svg, so this takes no pointer events.
const Frame = chakra('svg', { base: { display: 'block', overflow: 'visible', pointerEvents: 'none', flexShrink: 0 } });
