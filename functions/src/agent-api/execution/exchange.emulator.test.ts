import { createClient, routes } from '@countersign/contract';
import { agentRoutes } from '@countersign/contract/agent';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { handlers } from '../../outbox-handlers.ts';
import { registerHandlers, type Handler } from '../../outbox/handler.ts';
import { putSecret } from '../../secrets/store.ts';
import { commit } from '../../store/data.ts';
import { auditEvents, containers } from '../../store/firestore.ts';
import { newId } from '../../lib/id.ts';
import { newContainer, newNonce, refusal, useStack } from '../../testing/agents.ts';
import { logLines, useTestEnvironment } from '../../testing/environment.ts';
import { mintContainerToken } from '../../tokens/container-token.ts';
import { startCodeOf } from '../../tokens/start-code.ts';

const MODEL_KEY = 'key-of-the-model-that-only-a-runner-is-told';
useTestEnvironment({
  MODEL_BASE_URL: 'https://models.example/v1/',
  MODEL_API_KEY: MODEL_KEY,
  MODEL_NAME: 'large',
  MODEL_CONTEXT: '32000',
  APP_URL: 'https://app.example/',
  CUSTOM_AGENT: '["/opt/agents/mine","--acp"]',
});
const stack = useStack();

describe('exchange', () => {
  test('gives the token to one nonce, again until it was used, and to no other', async () => {
    const owner = await stack.newOwner();
    const { id } = await newContainer(owner);
    const anonymous = createClient({ baseUrl: stack.agentUrl() });
    const exchange = (code: string, given: string) =>
      anonymous.call(agentRoutes.exchange, { body: { code, nonce: given } });
    const [code, mine] = [startCodeOf(id, 1), newNonce()];
    const first = await exchange(code, mine);
    expect(first).toMatchObject({ containerId: id, projectId: owner.projectId, epoch: 1 });
    expect(await exchange(code, mine)).toEqual(first);
    expect(await refusal(exchange(code, newNonce()))).toMatchObject({ status: 401 });
    const events = await auditEvents().where('subjectId', '==', id).get();
    expect(events.docs.map((event) => event.data().action)).toContain('exchange_refused');

    const runner = createClient({
      baseUrl: stack.agentUrl(),
      headers: () => ({ Authorization: `Bearer ${first.token}` }),
    });
    await runner.call(agentRoutes.claim, { body: {} });
    expect(await refusal(exchange(code, mine))).toMatchObject({ status: 401 });
    expect(await refusal(exchange(startCodeOf(id, 2), mine))).toMatchObject({ status: 401 });
    expect(await refusal(exchange(`${id}.1.${'A'.repeat(43)}`, mine))).toMatchObject({ status: 401 });
  });

  test('gives a token that lasts, however long the container has waited for its start', async () => {
    const { userId, projectId, client } = await stack.newOwner();
    const { id } = await newContainer({ userId, projectId, client });
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 8 * 24 * 60 * 60 * 1000 });
    onTestFinished(() => void vi.useRealTimers());
    const plaintext = await mintContainerToken({ containerId: id, projectId, userId, epoch: 1 });
    vi.useRealTimers();
    await commit((writer) => putSecret(writer, { userId, kind: 'container-jwt', subjectId: id, plaintext }));
    const runner = await stack.runnerOf(id);
    expect(await runner.client.call(agentRoutes.claim, { body: {} })).toEqual({ directive: 'run', task: null });
  });

  test('a token of another key, and none, open nothing; one cannot decide', async () => {
    const owner = await stack.newOwner();
    const { id } = await newContainer(owner);
    const claims = { containerId: id, projectId: owner.projectId, userId: owner.userId, epoch: 1 };
    const token = await mintContainerToken(claims);
    const with_ = (value: string) =>
      createClient({ baseUrl: stack.agentUrl(), headers: () => ({ Authorization: `Bearer ${value}` }) });
    for (const bad of ['', 'garbage', `${token.slice(0, -4)}AAAA`]) {
      expect(await refusal(with_(bad).call(agentRoutes.claim, { body: {} })), bad).toMatchObject({ status: 401 });
    }
    const decide = with_(token).call(routes.approveTaskItem, { params: { id: newId() }, body: {}, ifMatch: null });
    expect(await refusal(decide)).toMatchObject({ status: 404 });
  });

  test('tells the model to the runner; neither its execution, a browser nor a log holds the key', async () => {
    const owner = await stack.newOwner();
    const { id } = await newContainer(owner);
    const body = { code: startCodeOf(id, 1), nonce: newNonce() };
    const { model } = await createClient({ baseUrl: stack.agentUrl() }).call(agentRoutes.exchange, { body });
    const endpoint = { baseUrl: 'https://models.example/v1', apiKey: MODEL_KEY, model: 'large', name: 'large' };
    expect(model).toEqual({ ...endpoint, contextLength: 32_000 });

    const execution = (await containers().doc(id).get()).data()?.execution ?? '';
    const found = await stack.jobs().told(execution);
    for (const part of ['"APP_URL","value":"https://app.example"', 'CUSTOM_AGENT', '/opt/agents/mine']) {
      expect(found).toContain(part);
    }
    const params = { id: owner.projectId };
    const browser = await Promise.all([
      owner.client.call(routes.getConfig),
      owner.client.call(routes.getProject, { params }),
      owner.client.call(routes.listProjectContainers, { params }),
      owner.client.call(routes.getContainer, { params: { id } }),
    ]);
    const exchangeForBrowsers = createClient({ baseUrl: stack.apiUrl() }).call(agentRoutes.exchange, { body });
    expect(await refusal(exchangeForBrowsers)).toMatchObject({ status: 404 });
    for (const text of [found, JSON.stringify(browser), ...logLines]) {
      expect(text).not.toContain(MODEL_KEY);
      expect(text).not.toContain('models.example');
    }
  });
});

describe('a runner that is too old for the server', () => {
  test('is refused before its start code is used, and its container says why', async () => {
    const owner = await stack.newOwner();
    const { id } = await newContainer(owner);
    const anonymous = createClient({ baseUrl: stack.agentUrl() });
    const body = { code: startCodeOf(id, 1), nonce: newNonce(), protocol: 0, version: '0.0.9' };
    expect(await refusal(anonymous.call(agentRoutes.exchange, { body }))).toMatchObject({
      status: 409,
      text: expect.stringContaining('older than this Countersign'),
    });
    const stored = (await containers().doc(id).get()).data();
    expect(stored).toMatchObject({ status: 'paused', desired: 'running', exchangeNonce: null, runnerVersion: null });
    expect(stored?.message).toContain('rebuild the image');
  });

  test('a used start code pauses nothing, whatever version comes with it', async () => {
    const owner = await stack.newOwner();
    const { containerId } = await stack.newRunner(owner);
    const anonymous = createClient({ baseUrl: stack.agentUrl() });
    const body = { code: startCodeOf(containerId, 1), nonce: newNonce(), protocol: 0 };
    expect(await refusal(anonymous.call(agentRoutes.exchange, { body }))).toMatchObject({ status: 401 });
    expect((await containers().doc(containerId).get()).data()).toMatchObject({ status: 'running', message: null });
    const events = await auditEvents().where('subjectId', '==', containerId).get();
    expect(events.docs.map((event) => event.data().action)).toContain('exchange_refused');
  });

  test('is asked to save and leave if it is at work, and is started again; no budget is used up by that', async () => {
    const notify = vi.fn<Handler>().mockResolvedValue('done');
    registerHandlers({ ...handlers, one: { ...handlers.one, notify } });
    onTestFinished(() => registerHandlers(handlers));
    const owner = await stack.newOwner();
    const runner = await stack.newRunner(owner);
    const beat = () => runner.client.call(agentRoutes.heartbeat, { body: {} });
    expect(await beat()).toMatchObject({ directive: 'run' });
    await containers().doc(runner.containerId).update({ protocol: 0 });
    expect(await beat()).toMatchObject({ directive: 'pause' });
    const stored = (await containers().doc(runner.containerId).get()).data();
    expect(stored).toMatchObject({ desired: 'running', capMessage: expect.stringContaining('started again') });
    expect(notify).not.toHaveBeenCalled();
  });
});
