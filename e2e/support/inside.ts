import { REGION_DEFAULT } from '@countersign/contract';
import { stack } from './stack.ts';

/** Looks behind the product's API, at what is stored and started. Only for tests that prove that something is not there. */

const SUBCOLLECTIONS = ['bodies', 'logs'];

/** Every document of every collection, as the Firestore emulator's own API tells it to its owner. */
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

/** Every execution the jobs server knows, with its whole environment. */
export async function allExecutions(): Promise<unknown[]> {
  const parent = `${stack.cloudRunUrl}/v2/projects/${stack.projectId}/locations/${REGION_DEFAULT}`;
  const { jobs = [] } = await get<{ jobs?: { name: string }[] }>(`${parent}/jobs`);
  const lists = await Promise.all(
    jobs.map(({ name }) => get<{ executions?: unknown[] }>(`${stack.cloudRunUrl}/v2/${name}/executions`)),
  );
  return [...jobs, ...lists.flatMap(({ executions = [] }) => executions)];
}

async function post<T>(url: string, body: unknown): Promise<T> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { Authorization: 'Bearer owner', 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  return answerOf<T>(url, response);
}

async function get<T>(url: string): Promise<T> {
  return answerOf<T>(url, await fetch(url));
}

async function answerOf<T>(url: string, response: Response): Promise<T> {
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}
