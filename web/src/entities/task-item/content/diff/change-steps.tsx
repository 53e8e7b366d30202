import { ChevronDown, ChevronUp } from 'lucide-react';
import { REVEALED_BELOW_PX } from '../../../../ui/viewport/reveal.ts';
import { firstLineOf, SEEN_LINE } from '../../seen/seen-lines.ts';
import { showLine } from '../../seen/show-line.ts';
import { Tool } from '../code/frame-tools.tsx';

/** Buttons for a file's next and previous change. `lines`: those at which changes begin, in order. */
export function ChangeSteps({ lines }: { lines: readonly number[] }) {
  return (
    <>
      <Tool
        type="button"
        className="pressable"
        aria-label="Previous change"
        title="Previous change"
        onClick={({ currentTarget }) => step(currentTarget, lines, -1)}
      >
        <ChevronUp size={16} aria-hidden />
      </Tool>
      <Tool
        type="button"
        className="pressable"
        aria-label="Next change"
        title="Next change"
        onClick={({ currentTarget }) => step(currentTarget, lines, 1)}
      >
        <ChevronDown size={16} aria-hidden />
      </Tool>
    </>
  );
}

/** Tolerance in pixels between a change and the position it was scrolled to. */
const CLOSE_PX = 4;

/** Steps from the line just below the header, where the last step led. Lines near it are always drawn. */
function step(from: HTMLElement, lines: readonly number[], direction: 1 | -1): void {
  const header = from.closest('[data-stays]');
  const table = from.closest('[data-frame]')?.querySelector('table');
  if (!table) return;
  const here = (header?.getBoundingClientRect().top ?? 0) + REVEALED_BELOW_PX;
  const top = (line: Element) => line.getBoundingClientRect().top;
  const drawn = [...table.getElementsByClassName(SEEN_LINE)];
  const beyond =
    direction > 0
      ? drawn.find((line) => top(line) > here + CLOSE_PX)
      : drawn.findLast((line) => top(line) < here - CLOSE_PX);
  if (!beyond) return;
  const at = firstLineOf(beyond);
  const next = direction > 0 ? lines.find((line) => line >= at) : lines.findLast((line) => line <= at);
  if (next !== undefined) showLine(table, next);
}
