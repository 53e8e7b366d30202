import type { Approval } from '@countersign/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { keys } from '../../../entities/query-keys.ts';
import { draftsOf } from '../../../lib/drafts.ts';
import { useStableCallback } from '../../../lib/use-stable-callback.ts';
import { toast } from '../../../ui/toaster/toast.ts';

const reasons = draftsOf<{ text: string }>('reason', ({ text }) => typeof text === 'string');

/**
 * What a person has written about the rejection of one request, the same in all tabs, and the function that changes it.
 * It outlives the request's card. Where that goes while the person writes (`isWriting`), because the request waits no more, they are
 * told.
 */
export function useReason(id: string, isWriting: boolean) {
  const queries = useQueryClient();
  const reason = useSyncExternalStore(reasons.subscribe, () => reasons.get(id)?.text ?? '');
  const write = (text: string) => {
    if (text === '') reasons.delete(id);
    else reasons.set(id, { text });
  };
  const leave = useStableCallback(() => {
    if (!isWriting || !reasons.get(id)?.text.trim()) return;
    const waiting = queries.getQueryData<Approval[]>(keys.approvals);
    if (waiting?.some((one) => one.id === id) !== false) return;
    toast.error('The request is no longer waiting. What you wrote is here again if it comes back.', 'Not rejected');
  });
  useEffect(() => leave, [leave]);
  return [reason, write] as const;
}
