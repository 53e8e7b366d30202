import type { RefObject } from 'react';
import { isNowhere, useKeys } from '../../../lib/use-keys.ts';
import { isIn, useArrowKeys } from './use-arrow-keys.ts';

interface CardKeys {
  onReject: () => void;
  onApprove: () => void;
  onOpen: () => void;
}

/** The keys of the card in front; null while it is leaving. Those that decide apply anywhere in the region. */
export function useCardKeys(
  region: RefObject<HTMLElement | null>,
  card: RefObject<HTMLElement | null>,
  keys: CardKeys | null,
): void {
  const inRegion = (press: () => void) => (target: Element) => isIn(region.current, target) && press();
  // On any control inside it, Enter activates that control.
  const onCard = (press: () => void) => (target: Element) => (target === card.current || isNowhere(target)) && press();
  useArrowKeys(region, keys && { onLeft: keys.onReject, onRight: keys.onApprove });
  useKeys(keys && { a: inRegion(keys.onApprove), r: inRegion(keys.onReject), Enter: onCard(keys.onOpen) });
}
