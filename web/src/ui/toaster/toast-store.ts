import { TOAST_DURATION_MS, TOAST_REMOVE_DELAY_MS } from '@countersign/contract';
import { createToaster } from '@chakra-ui/react/toast';

/** How far an element that toasts must not cover extends from the bottom. */
export const TOASTS_ABOVE = '--toasts-above';

/** The width of what is at the left of the page, which toasts must not cover either. */
export const TOASTS_BESIDE = '--toasts-beside';

/** The one store behind `toast` and `ToastRegion`. */
export const toastStore = createToaster({
  // Not at the right, where cards have their buttons, and the next one is needed at once. Not at the top of a phone,
  // where the menu, titles and close buttons are. Anything at the bottom that must not be covered registers itself
  // (useToastsAbove).
  placement: 'bottom-start',
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
