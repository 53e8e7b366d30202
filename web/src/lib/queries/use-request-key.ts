import { useRef } from 'react';

/**
 * Names what is asked to be created. Where no answer came there may be one all the same: asking again with the same
 * words, until it is `made`, is asking for that one.
 */
export function useRequestKey() {
  const asked = useRef<{ words: string; key: string }>(undefined);
  return {
    headersFor(body: unknown) {
      const words = JSON.stringify(body);
      if (asked.current?.words !== words) asked.current = { words, key: crypto.randomUUID() };
      return { 'Idempotency-Key': asked.current.key };
    },
    made() {
      asked.current = undefined;
    },
  };
}
