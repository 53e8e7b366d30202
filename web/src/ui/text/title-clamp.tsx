import type { ReactNode } from 'react';
import { Clamp } from './clamp.tsx';

const TWO_LINES_PX = 48;

/** Limits a title that somebody else chose to two lines, and offers the rest: what follows it stays on the screen. */
export function TitleClamp({ children }: { children: ReactNode }) {
  return (
    <Clamp height={TWO_LINES_PX} slack={0} of="the title">
      {children}
    </Clamp>
  );
}
