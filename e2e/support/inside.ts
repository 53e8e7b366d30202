import { REGION_DEFAULT } from '@countersign/contract';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stack } from './stack.ts';

/**
 * Looks behind the product's API, at what is stored and started: for what can only be seen, or brought about, there.
 */

const SUBCOLLECTIONS = ['bodies', 'logs'];

/** Every document of every collection, as the Firestore emulator's own API gives it to its owner. */
export async function allDocuments(): Promise<unknown[]> {
  const root = `http://${stack.firestoreHost}/v1/projects/${stack.projectId}/databases/(default)/documents`;
  const { collectionIds = [] } = await post<{ collectionIds?: string[] }>(`${root}:listCollectionIds`, {});
  const pages = await Promise.all(
    [...new Set([...collectionIds, ...SUBCOLLECTIONS])].map((collectionId) =>
      post<{ document?: unknown }[]>(`${root}:runQuery`, {
        structuredQuery: { from: [{ collectionId, allDescendants: true }] },
      }),
    ),
  );
  return pages.flat().flatMap(({ document }) => (document ? [document] : []));
}

/** Every execution that the jobs server knows, with its whole environment. */
export async function allExecutions(): Promise<unknown[]> {
  const parent = `${stack.cloudRunUrl}/v2/projects/${stack.projectId}/locations/${REGION_DEFAULT}`;
  const { jobs = [] } = await get<{ jobs?: { name: string }[] }>(`${parent}/jobs`);
  const lists = await Promise.all(
    jobs.map(({ name }) => get<{ executions?: unknown[] }>(`${stack.cloudRunUrl}/v2/${name}/executions`)),
  );
  return [...jobs, ...lists.flatMap(({ executions = [] }) => executions)];
}

/** Records that a task's models have used this many tokens: the stack of the tests has no model that could. */
export async function storeUsage(taskId: string, inputTokens: number): Promise<void> {
  const root = `http://${stack.firestoreHost}/v1/projects/${stack.projectId}/databases/(default)/documents`;
  const integer = (value: number) => ({ integerValue: String(value) });
  const counts = { inputTokens: integer(inputTokens), outputTokens: integer(0), cachedTokens: integer(0) };
  const used = { mapValue: { fields: { model: { stringValue: 'earlier' }, ...counts } } };
  const url = `${root}/tasks/${taskId}?updateMask.fieldPaths=usage&currentDocument.exists=true`;
  await post(url, { fields: { usage: { arrayValue: { values: [used] } } } }, 'PATCH');
}

async function post<T>(url: string, body: unknown, method = 'POST'): Promise<T> {
  const response = await fetch(url, {
    method,
    headers: { Authorization: 'Bearer owner', 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  return answerOf<T>(url, response);
}

async function get<T>(url: string): Promise<T> {
  return answerOf<T>(url, await fetch(url, { headers: { Authorization: `Bearer ${jobsServerToken()}` } }));
}

function jobsServerToken(): string {
  const keys = JSON.parse(readFileSync(join(stack.folder, 'keys.json'), 'utf8')) as { CLOUD_RUN_TOKEN: string };
  return keys.CLOUD_RUN_TOKEN;
}

async function answerOf<T>(url: string, response: Response): Promise<T> {
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}
