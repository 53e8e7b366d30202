import { ChevronDown, ChevronUp } from 'lucide-react';
import { reveal, REVEALED_BELOW_PX } from '../../../ui/reveal.ts';
import { Tool } from './frame-tools.tsx';

/** The way to the next change of a file, and to the one before. */
export function ChangeSteps() {
  return (
    <>
      <Tool
        type="button"
        className="pressable"
        aria-label="Previous change"
        title="Previous change"
        onClick={({ currentTarget }) => step(currentTarget, -1)}
      >
        <ChevronUp size={16} aria-hidden />
      </Tool>
      <Tool
        type="button"
        className="pressable"
        aria-label="Next change"
        title="Next change"
        onClick={({ currentTarget }) => step(currentTarget, 1)}
      >
        <ChevronDown size={16} aria-hidden />
      </Tool>
    </>
  );
}

/** Pixels by which a change may stand beside the place that it was brought to. */
const CLOSE_PX = 4;

/** From the change that stands below the header, where the last step led to. */
function step(from: HTMLElement, direction: 1 | -1): void {
  const header = from.closest('[data-stays]');
  const changes = [...(from.closest('[data-frame]')?.querySelectorAll<HTMLElement>('[data-change]') ?? [])];
  const here = (header?.getBoundingClientRect().top ?? 0) + REVEALED_BELOW_PX;
  const top = (change: HTMLElement) => change.getBoundingClientRect().top;
  const next =
    direction > 0
      ? changes.find((change) => top(change) > here + CLOSE_PX)
      : changes.findLast((change) => top(change) < here - CLOSE_PX);
  if (next) reveal(next);
}
