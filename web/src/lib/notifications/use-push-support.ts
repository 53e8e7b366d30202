import { useSyncExternalStore } from 'react';
import { pushSupport, type PushSupport } from './push-subscription.ts';

/** Whoever comes back may have changed the permission in the browser's settings. */
function onReturn(tell: () => void): () => void {
  const listeners = new AbortController();
  const { signal } = listeners;
  document.addEventListener('visibilitychange', tell, { signal });
  window.addEventListener('focus', tell, { signal });
  return () => listeners.abort();
}

/** Read again at each render, so also after the person has answered the browser's question. */
export const usePushSupport = (): PushSupport => useSyncExternalStore(onReturn, pushSupport);
