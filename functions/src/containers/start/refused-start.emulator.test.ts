import { routes } from '@countersign/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../lib/id.ts';
import { containers, outbox, secrets } from '../../store/firestore.ts';
import { refusal } from '../../testing/agents.ts';
import { useApi } from '../../testing/api.ts';
import { useTestEnvironment } from '../../testing/environment.ts';
import { serve, type Served } from '../../testing/serve.ts';

// A busy machine learns within a reply what an idle one does.
useTestEnvironment({ REPLY_WAIT_SECONDS: '30' });
let forbidding: Served;

beforeAll(async () => {
  const body = JSON.stringify({ error: { code: 403, message: 'The quota is used up', status: 'PERMISSION_DENIED' } });
  forbidding = await serve((_, reply) => {
    reply.writeHead(403, { 'Content-Type': 'application/json' }).end(body);
  });
  process.env.CLOUD_RUN_ENDPOINT = forbidding.url;
});
afterAll(() => forbidding.close());
const api = useApi(); // reads the environment, so it comes after the line that sets the server's address

test('a start that Cloud Run refuses is answered with 502 and leaves nothing half-made', async () => {
  const { client, user } = await api.newUser();
  const project = await client.call(routes.postProject, { body: { name: 'Refused' } });
  const call = client.call(routes.postProjectContainer, { params: { id: project.id }, body: {} });
  expect(await refusal(call)).toMatchObject({
    status: 502,
    code: 'upstream_failed',
    text: 'Cloud Run refused to start the container: The quota is used up',
  });
  for (const collection of [containers(), secrets(), outbox()]) {
    expect((await collection.where('userId', '==', user.userId).get()).size, collection.path).toBe(0);
  }
});

test('the same request sent twice at a time gets the same answer: no container that is erased a moment later', async () => {
  const { client, user } = await api.newUser();
  const project = await client.call(routes.postProject, { body: { name: 'Refused' } });
  // Which of them looks when differs: for a moment a container that takes a place looks like one that waits for one.
  for (let round = 1; round <= 5; round += 1) {
    const headers = { 'Idempotency-Key': newId() };
    const create = () => client.call(routes.postProjectContainer, { params: { id: project.id }, body: {}, headers });
    const answers = await Promise.all([refusal(create()), refusal(create()), refusal(create())]);
    expect(answers).toMatchObject([{ status: 502 }, { status: 502 }, { status: 502 }]);
  }
  expect((await containers().where('userId', '==', user.userId).get()).size).toBe(0);
});
