import type { ReactNode } from 'react';
import { Clamp } from './clamp.tsx';

/** Two lines of a title on a page, and of a dialog's own. */
const TWO_LINES_PX = { page: 48, dialog: 56 };

interface TitleClampProps {
  of?: keyof typeof TWO_LINES_PX;
  children: ReactNode;
}

/** Limits a title that somebody else chose to two lines, and offers the rest: what follows it stays on the screen. */
export function TitleClamp({ of = 'page', children }: TitleClampProps) {
  return (
    <Clamp height={TWO_LINES_PX[of]} slack={0} of="the title">
      {children}
    </Clamp>
  );
}
