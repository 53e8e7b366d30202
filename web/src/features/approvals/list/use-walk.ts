import type { Approval } from '@countersign/contract';
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { useKeys } from '../../../lib/use-keys.ts';

/**
 * Moves through a list of requests by J and K. `current` is the entry that has or had the focus; it has to stay in the
 * page. An entry that was not in the page takes the focus as soon as it is.
 */
export function useWalk(list: RefObject<HTMLElement | null>, approvals: readonly Approval[]) {
  const [current, setCurrent] = useState<string | null>(null);
  const asked = useRef<string | null>(null);

  const go = (step: 1 | -1) => {
    const from = placeOf(entryWith(document.activeElement), approvals);
    const to = from < 0 ? firstInSight(list.current, approvals) : from + step;
    const next = approvals[Math.min(Math.max(to, 0), approvals.length - 1)];
    if (!next) return false;
    asked.current = next.id;
    setCurrent(next.id);
    // It may already be in the page and current: then nothing renders again.
    take();
    return true;
  };
  const take = () => {
    if (asked.current === null) return;
    const entry = [...(list.current?.children ?? [])].find((one) => one.getAttribute('data-id') === asked.current);
    if (!(entry instanceof HTMLElement)) return;
    asked.current = null;
    entry.focus({ preventScroll: true });
    const isHigher = entry.offsetHeight > window.innerHeight * 0.8;
    entry.scrollIntoView({ block: isHigher ? 'start' : 'nearest' });
  };
  useLayoutEffect(take);
  useKeys({ j: () => go(1), k: () => go(-1) });
  return { current, onEntered: setCurrent };
}

const entryWith = (element: Element | null) => element?.closest('li[data-id]') ?? null;

const placeOf = (entry: Element | null, approvals: readonly Approval[]) =>
  approvals.findIndex(({ id }) => id === entry?.getAttribute('data-id'));

/** How many pixels of an entry must remain below the upper edge for it to count as in sight. */
const LEFT_PX = 80;

/** Without a current entry, the walk begins with what is on screen. */
function firstInSight(list: HTMLElement | null, approvals: readonly Approval[]): number {
  const entries = [...(list?.children ?? [])];
  const inSight = entries.find((entry) => entry.getBoundingClientRect().bottom > LEFT_PX);
  return Math.max(0, placeOf(inSight ?? null, approvals));
}
