import { afterAll, beforeAll, expect, test } from 'vitest';
import { Timestamp } from 'firebase-admin/firestore';
import { commit } from '../../effects/transact.ts';
import { writeNewContainer } from '../../containers/create-container.ts';
import { containers } from '../../store/firestore.ts';
import { useTestEnvironment } from '../../testing/environment.ts';
import { serve, type Served } from '../../testing/serve.ts';
import { reconcileContainers } from './reconcile-containers.ts';

useTestEnvironment();

/** A Cloud Run that knows no execution, and takes its time to say so. */
let asking = 0;
let mostAtOnce = 0;
let slow: Served;
beforeAll(async () => {
  slow = await serve((_request, reply) => {
    mostAtOnce = Math.max(mostAtOnce, (asking += 1));
    setTimeout(() => {
      asking -= 1;
      reply.writeHead(404, { 'Content-Type': 'application/json' });
      reply.end(JSON.stringify({ error: { code: 404, message: 'gone', status: 'NOT_FOUND' } }));
    }, 100);
  });
  process.env.CLOUD_RUN_ENDPOINT = slow.url;
});
afterAll(() => slow.close());

test('many are reconciled several at a time, and not all at once', async () => {
  const ids = Array.from({ length: 25 }, (_, index) => `container-${index}`);
  for (const id of ids) {
    const container = { userId: 'u', projectId: 'p', name: null, imageTag: 'latest', autoCreated: false };
    await commit((writer) => void writeNewContainer(writer, id, 'token', container));
    const execution = `projects/local/locations/us-central1/jobs/countersign-latest/executions/${id}`;
    await containers().doc(id).update({ status: 'running', execution });
  }
  await reconcileContainers(Timestamp.now(), Date.now() + 30_000);
  const found = await Promise.all(ids.map(async (id) => (await containers().doc(id).get()).data()?.status));
  expect(found).toEqual(ids.map(() => 'not_found'));
  expect(mostAtOnce).toBeGreaterThan(1);
  expect(mostAtOnce).toBeLessThanOrEqual(10);
});
