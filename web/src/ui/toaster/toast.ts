import { toastStore } from './toast-store.ts';

/**
 * Short news about what was just done. One at a time: the newest shows at once and stays for 5 s.
 * The store's `max` would queue it behind the one on screen, so that one is removed first.
 */
export const toast = {
  success: (title: string, description?: string) => show('success', title, description),
  error: (description: string, title = 'Error') => show('error', title, description),
};

function show(type: 'success' | 'error', title: string, description: string | undefined) {
  toastStore.remove();
  toastStore.create({ type, title, description, closable: true });
}
