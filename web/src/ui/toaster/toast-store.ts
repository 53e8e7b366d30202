import { TOAST_DURATION_MS, TOAST_REMOVE_DELAY_MS } from '@countersign/contract';
import { createToaster } from '@chakra-ui/react/toast';

/** The one store behind `toast` and `ToastRegion`. */
export const toastStore = createToaster({
  // Not at the right: that is where cards have their buttons, and the next one is wanted at once. On a phone not at the
  // bottom: that is where dialogs have theirs.
  placement: isPhone() ? 'top' : 'bottom-start',
  max: 1,
  duration: TOAST_DURATION_MS,
  removeDelay: TOAST_REMOVE_DELAY_MS,
  pauseOnPageIdle: false,
});

/** Rooms without media queries (tests) are no phones. */
function isPhone(): boolean {
  return window.matchMedia?.('(max-width: 767px)').matches ?? false;
}
