import { TOAST_DURATION_MS, TOAST_REMOVE_DELAY_MS } from '@countersign/contract';
import { createToaster } from '@chakra-ui/react/toast';
import { NARROW } from '../media.ts';

/** How far from the bottom something reaches that toasts must not cover. */
export const TOASTS_ABOVE = '--toasts-above';

/** How wide what stands at the left of the page is, which toasts must not cover either. */
export const TOASTS_BESIDE = '--toasts-beside';

/** The one store behind `toast` and `ToastRegion`. */
export const toastStore = createToaster({
  // Not at the right: that is where cards have their buttons, and the next one is wanted at once. Not at the top of a phone:
  // that is where the menu, titles and close buttons are. What must not be covered at the bottom says so (useToastsAbove).
  placement: isPhone() ? 'bottom' : 'bottom-start',
  offsets: {
    left: `calc(var(${TOASTS_BESIDE}, 0px) + 16px)`,
    right: '16px',
    top: '16px',
    bottom: `calc(var(${TOASTS_ABOVE}, 8px) + 8px)`,
  },
  max: 1,
  duration: TOAST_DURATION_MS,
  removeDelay: TOAST_REMOVE_DELAY_MS,
  pauseOnPageIdle: false,
});

/** An environment without media queries (tests) is no phone. */
function isPhone(): boolean {
  return window.matchMedia?.(NARROW).matches ?? false;
}
