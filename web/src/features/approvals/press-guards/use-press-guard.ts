import { isJustRaised } from './raised.ts';
import { useIgnoredPress } from './use-ignored-press.ts';

interface PressGuard {
  /** Does what a key or button is for, unless this press was likely meant for something else: then it is ignored. */
  ifMeant: (act: () => void) => void;
  /** For what ignores a press by a condition of its own. */
  ignore: () => void;
  /** A press was ignored just now: say IGNORED. */
  wasIgnored: boolean;
}

/**
 * Every control that decides asks this first. A press is meant for what is shown only if the person had the time to see
 * it (`isSettled`), in a window that has not just come to the front.
 */
export function usePressGuard(isSettled: () => boolean): PressGuard {
  const [wasIgnored, ignore] = useIgnoredPress();
  const ifMeant = (act: () => void) => (isSettled() && !isJustRaised() ? act() : ignore());
  return { ifMeant, ignore, wasIgnored };
}
