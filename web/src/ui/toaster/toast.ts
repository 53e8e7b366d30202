import { TOAST_DURATION_MS } from '@countersign/contract';
import { messageOf } from '../../lib/api.ts';
import { toastStore } from './toast-store.ts';
import { liftToasts } from './use-toasts-above.ts';

/**
 * Short news about what was just done. One at a time: the newest shows at once and stays for 5 s.
 * The store's `max` would queue it behind the one on screen, so that one is removed first.
 */
export const toast = {
  success: (title: string, description?: string, offer?: ToastAction | ToastLink) =>
    show('success', title, description, offer),
  /** What is under way; it stays until the next toast, which says how it ended. */
  busy: (title: string) => show('loading', title),
  /** `more`: what follows from it, below it. */
  error: (description: string, title = 'Error', more?: string) => show('error', title, description, undefined, more),
  /** What failed, and below it the reason in the server's words; for failures that nothing else on the page shows. */
  failure: (description: string, error: unknown, action?: ToastAction) =>
    show('error', 'Error', description, action, messageOf(error)),
  /** Takes back what a toast offers, and that toast with it; false if it is no longer on screen. */
  withdraw(action: ToastAction): boolean {
    const shown = toastStore.getVisibleToasts().find((one) => one.action === action);
    if (shown) toastStore.dismiss(shown.id);
    return shown !== undefined;
  },
};

/** An action that a toast offers. */
export interface ToastAction {
  label: string;
  onClick: () => void;
  /** Milliseconds for which it is offered; if absent, as long as the toast stays. */
  forMs?: number;
}

/** A page that a toast leads to. */
export interface ToastLink {
  label: string;
  to: string;
}

/** What a toast has beside its words. */
export interface ToastMeta {
  reason?: string | undefined;
  link?: ToastLink | undefined;
}

function show(
  type: 'success' | 'error' | 'loading',
  title: string,
  description?: string,
  offer?: ToastAction | ToastLink,
  reason?: string,
): void {
  liftToasts();
  toastStore.remove();
  const [action, link] = offer && 'to' in offer ? [undefined, offer] : [offer, undefined];
  const duration = Math.max(TOAST_DURATION_MS, action?.forMs ?? 0);
  const meta = { reason, link } satisfies ToastMeta;
  toastStore.create({ type, title, description, action, duration, closable: true, meta });
}
