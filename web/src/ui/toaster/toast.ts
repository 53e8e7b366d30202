import { TOAST_DURATION_MS } from '@countersign/contract';
import { messageOf } from '../../lib/api.ts';
import { toastStore } from './toast-store.ts';
import { liftToasts } from './use-toasts-above.ts';

/**
 * Short news about what was just done. One at a time: the newest shows at once and stays for 5 s.
 * The store's `max` would queue it behind the one on screen, so that one is removed first.
 */
export const toast = {
  success: (title: string, description?: string, action?: ToastAction) => show('success', title, description, action),
  /** What is under way; it stays until the next toast, which says how it ended. */
  busy: (title: string) => show('loading', title),
  /** `more`: what follows from it, below it. */
  error: (description: string, title = 'Error', more?: string) => show('error', title, description, undefined, more),
  /** What failed, and below it the reason in the server's words; for failures that nothing else on the page shows. */
  failure: (description: string, error: unknown, action?: ToastAction) =>
    show('error', 'Error', description, action, messageOf(error)),
};

/** An action that a toast offers. */
export interface ToastAction {
  label: string;
  onClick: () => void;
  /** Milliseconds for which it is offered; if absent, as long as the toast stays. */
  forMs?: number;
}

function show(
  type: 'success' | 'error' | 'loading',
  title: string,
  description?: string,
  action?: ToastAction,
  reason?: string,
): void {
  liftToasts();
  toastStore.remove();
  const duration = Math.max(TOAST_DURATION_MS, action?.forMs ?? 0);
  toastStore.create({ type, title, description, action, duration, closable: true, meta: { reason } });
}
