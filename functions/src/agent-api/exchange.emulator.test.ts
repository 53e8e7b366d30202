import { createClient, routes } from '@countersign/contract';
import { agentRoutes } from '@countersign/contract/agent';
import { describe, expect, test } from 'vitest';
import { auditEvents } from '../firestore.ts';
import { newId } from '../id.ts';
import { newContainer, newNonce, refusal, useStack } from '../testing/agents.ts';
import { useTestEnvironment } from '../testing/environment.ts';
import { mintContainerToken } from './container-token.ts';
import { startCodeOf } from './start-code.ts';

useTestEnvironment();
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
    const decide = with_(token).call(routes.approveTaskItem, { params: { id: newId() }, body: {} });
    expect(await refusal(decide)).toMatchObject({ status: 404 });
  });
});
