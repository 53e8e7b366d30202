import { chakra } from '@chakra-ui/react/styled-system';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { useCallback } from 'react';
import { revealedAt } from '../../../../ui/viewport/reveal.ts';
import { firstLineOf, SEEN_LINE } from '../../seen/seen-lines.ts';
import { showLine } from '../../seen/show-line.ts';
import { Tool } from '../code/frame-tools.tsx';

interface ChangeStepsProps {
  /** The lines at which changes begin, in order. */
  lines: readonly number[];
  /** A short file is passed at a glance: on a phone, where its header has little room, it has no buttons. */
  isLong: boolean;
}

/** Buttons for the next and the previous change; after a file's last one comes the first of the next file. */
export function ChangeSteps({ lines, isLong }: ChangeStepsProps) {
  const remember = useCallback(
    (element: HTMLElement | null) => {
      const frame = element?.closest(FRAME);
      if (frame) changesIn.set(frame, lines);
    },
    [lines],
  );
  return (
    <chakra.span ref={remember} display={isLong ? 'contents' : { base: 'none', md: 'contents' }}>
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
    </chakra.span>
  );
}

const FRAME = '[data-frame]';
/** The changes of each file on the page, by its frame. */
const changesIn = new WeakMap<Element, readonly number[]>();

/** Tolerance in pixels between a change and the position it was scrolled to. */
const CLOSE_PX = 4;

function step(from: HTMLElement, lines: readonly number[], direction: 1 | -1): void {
  const frame = from.closest(FRAME);
  const table = frame?.querySelector('table');
  const next = table ? nextIn(table, lines, direction) : undefined;
  if (table && next !== undefined) return showLine(table, next);
  const other = frame && besideOf(frame, direction);
  if (!other) return;
  const changes = changesIn.get(other) ?? [];
  showLine(other.querySelector('table') ?? other, (direction > 0 ? changes[0] : changes.at(-1)) ?? 0);
  // The next step goes on from there, by key as well.
  const button = other.querySelector<HTMLElement>(`[aria-label="${from.getAttribute('aria-label')}"]`);
  button?.focus({ preventScroll: true });
}

/** Steps from where the last step led. Lines near it are always drawn. */
function nextIn(table: Element, lines: readonly number[], direction: 1 | -1): number | undefined {
  const here = revealedAt(table);
  const top = (line: Element) => line.getBoundingClientRect().top;
  const drawn = [...table.getElementsByClassName(SEEN_LINE)];
  const beyond =
    direction > 0
      ? drawn.find((line) => top(line) > here + CLOSE_PX)
      : drawn.findLast((line) => top(line) < here - CLOSE_PX);
  if (!beyond) return undefined;
  const at = firstLineOf(beyond);
  return direction > 0 ? lines.find((line) => line >= at) : lines.findLast((line) => line <= at);
}

/** The frame of the next or previous file that is not folded. */
function besideOf(frame: Element, direction: 1 | -1): HTMLElement | null {
  const isFolded = (other: Element) => changesIn.has(other) && !other.querySelector('table');
  let other: Element | null = frame;
  do other = direction > 0 ? other.nextElementSibling : other.previousElementSibling;
  while (other && (!other.matches(FRAME) || isFolded(other)));
  return other instanceof HTMLElement ? other : null;
}
