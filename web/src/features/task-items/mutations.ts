import { ApiError, routes, type TaskItem } from '@countersign/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { keys } from '../../entities/query-keys.ts';
import { completeItemQuery } from '../../entities/task-item/complete-item-query.ts';
import { api } from '../../lib/api.ts';
import { saveFile } from '../../lib/device/save-file.ts';
import { putReply } from '../../lib/queries/put-reply.ts';
import { toast } from '../../ui/toaster/toast.ts';
import { patchOf } from './published.ts';

interface Sending {
  text: string;
  /** Under the same key the same text is one message, however often it is sent. */
  key: string;
}

/** Sends a message to the agent of a task. A message is never consent: only a decision on an item is. */
export function useSendMessage(taskId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ text, key }: Sending) =>
      api.call(routes.postTaskMessage, { params: { id: taskId }, body: { text }, headers: { 'Idempotency-Key': key } }),
    // Also after a failure: without a reply it may have been stored all the same, and is then in the history.
    onSettled: () => {
      for (const queryKey of [keys.items.ofTask(taskId), keys.tasks.one(taskId)])
        void queries.invalidateQueries({ queryKey });
    },
    onError: () => toast.error('Failed to send message'),
  });
}

/** It is not certain that it was not stored: no reply came, or none of the server's own refusals. */
export const mayHaveArrived = (error: unknown) => !(error instanceof ApiError && error.status < 500);

/** Asks the agent to end its turn and to wait for the next message. */
export function useStopAgent(taskId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => api.call(routes.postTaskStop, { params: { id: taskId } }),
    onSuccess: (task) => {
      putReply(queries, keys.tasks.one(taskId), task);
      toast.success(
        'Stop requested',
        'The task ends as stopped, unless what you approved is being pushed already. Send a message or reopen it to continue.',
      );
    },
    onError: (error) => toast.failure('Failed to stop the agent', error),
  });
}

/** Opens the pull request of a commit that was pushed without one; nothing is pushed again. */
export function useOpenPullRequest(taskId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (itemId: string) => api.call(routes.postTaskItemPullRequest, { params: { id: itemId } }),
    onSuccess: () => {
      for (const queryKey of [keys.results.one(taskId), keys.tasks.one(taskId), keys.items.ofTask(taskId)])
        void queries.invalidateQueries({ queryKey });
      toast.success('Pull request opened');
    },
    onError: (error) => toast.failure('Failed to open the pull request', error),
  });
}

/** Saves the complete patch of a publish request as a file for `git apply`. */
export function useDownloadPatch(item: TaskItem) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      const complete = item.truncated ? await queries.fetchQuery(completeItemQuery(item.id)) : item;
      const patch = patchOf(complete);
      if (!patch) throw new Error('The publish request holds no patch');
      saveFile(patch.name, 'text/x-patch', [patch.text]);
    },
    onError: (error) => toast.failure('Failed to download the patch', error),
  });
}

/** Saves the signed note of a commit as a file. A POST, because the server signs it anew and keeps that in its audit trail. */
export function useDownloadNote({ itemId, commit }: { itemId: string; commit: string }) {
  return useMutation({
    mutationFn: async () => {
      const envelope = await api.call(routes.postTaskItemEvidence, { params: { id: itemId } });
      saveFile(`countersign-note-${commit.slice(0, 12)}.json`, 'application/json', [`${JSON.stringify(envelope)}\n`]);
    },
    onError: (error) => toast.failure('Failed to download the signed note', error),
  });
}
