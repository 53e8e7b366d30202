import { ApiError } from '@countersign/contract';
import { useRef } from 'react';

/**
 * Names what is asked to be created. Where no answer came there may be one all the same: asking again with the same
 * words, until it is `made`, is asking for that one. It is `refused` for good under its key, by 409, where it was made
 * and deleted since: asking again is then asking for another one.
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
    refused(error: unknown) {
      if (error instanceof ApiError && error.status === 409) asked.current = undefined;
    },
  };
}
