import { routes, type EvidenceEnvelope } from '@countersign/contract';
import { agentRoutes } from '@countersign/contract/agent';
import { createPublicKey, verify } from 'node:crypto';
import { expect, test } from 'vitest';
import { tasks } from '../store/firestore.ts';
import { chainOf } from '../store/queries.ts';
import { newNonce, refusal, request, useStack } from '../testing/agents.ts';
import { useTestEnvironment } from '../testing/environment.ts';
import type { evidenceStatement } from '../evidence/evidence-statement.ts';

useTestEnvironment();
const stack = useStack();
const commit = 'c'.repeat(40);

/** A publish request that its owner has approved and the runner redeemed, after a rejected step. */
async function published() {
  const asked = await stack.newRequest({ enforcement: 'enforced', title: 'A secret plan' });
  const { owner, runner, task, item, hash } = asked;
  const { id: repositoryId } = await owner.client.call(routes.postProjectRepository, {
    params: { id: owner.projectId },
    body: { owner: 'acme', url: 'https://github.com/acme/app' },
  });
  const release = (itemId: string, seen: string | undefined) =>
    runner.client.call(agentRoutes.release, {
      params: { taskId: task.id, itemId },
      body: { epoch: task.epoch, hash: seen ?? '', nonce: newNonce() },
    });
  await owner.client.call(routes.rejectTaskItem, {
    params: { id: item.id },
    body: { reason: 'Private reason' },
    ifMatch: null,
  });
  await release(item.id, hash);
  const parameters = { repositoryId, branch: 'b', base: 'main', commit, title: 'T', body: 'B' };
  const publish = request({
    type: 'approval_request',
    toolName: 'publish',
    toolKind: 'publish',
    enforcement: 'enforced',
    toolParameters: { ...parameters, evidence: { countersignedBy: 'Ada L.', note: 'refs/notes/countersign' } },
  });
  const [publishHash] = await runner.record(task, publish);
  await owner.client.call(routes.approveTaskItem, { params: { id: publish.id }, body: {}, ifMatch: null });
  await release(publish.id, publishHash);
  const sign = () =>
    runner.client.call(agentRoutes.evidence, {
      params: { taskId: task.id, itemId: publish.id },
      body: { epoch: task.epoch, commit },
    });
  return { ...asked, publish, publishHash, repositoryId, sign };
}

test('lists what was decided, signed with a key that anybody may read, and no content of any step', async () => {
  const { owner, task, item, hash, publish, publishHash, sign } = await published();
  const { envelope } = await sign();
  const { keys } = await owner.client.call(routes.getEvidenceKeys);
  expect(keys).toHaveLength(1);
  expect(keys[0]?.publicKey).toMatch(/^-----BEGIN PUBLIC KEY-----\n/);
  expect(isSigned(envelope, keys[0]?.publicKey ?? '')).toBe(true);
  const text = Buffer.from(envelope?.payload ?? '', 'base64').toString();
  for (const secret of ['A secret plan', 'Private reason', 'npm test', owner.userId])
    expect(text).not.toContain(secret);
  const statement = JSON.parse(text) as ReturnType<typeof evidenceStatement>;
  expect(statement).toMatchObject({
    subject: [{ name: 'git+https://github.com/acme/app', digest: { gitCommit: commit } }],
    predicate: { task: task.id, branch: 'b', countersignedBy: 'Ada L.', publish: publish.id },
  });
  const common = { method: 'person', enforcement: 'enforced', outcome: 'released', decidedAt: expect.any(String) };
  expect(statement.predicate.steps).toEqual([
    { ...common, id: item.id, hash, kind: 'execute', decision: 'rejected' },
    { ...common, id: publish.id, hash: publishHash, kind: 'publish', decision: 'approved' },
  ]);
  // Two decisions and two redeemed grants, then the signing itself.
  const head = (await tasks().doc(task.id).get()).data()?.auditHead;
  expect(statement.predicate.audit).toEqual({ first: 1, head: { number: 5, hash: head?.hash } });
});

test('says where the kept log begins, and includes what happened since it was last signed', async () => {
  const { task, sign } = await published();
  await sign();
  const [oldest] = (await chainOf(task.id).limit(1).get()).docs;
  await oldest?.ref.delete();
  const { envelope } = await sign();
  const { predicate } = JSON.parse(Buffer.from(envelope?.payload ?? '', 'base64').toString()) as ReturnType<
    typeof evidenceStatement
  >;
  expect(predicate.audit).toMatchObject({ first: 2, head: { number: 6 } });
});

test('is not signed if the repository no longer belongs to the project’s owner, nor in a newer claim', async () => {
  const { owner, runner, task, publish, repositoryId, sign } = await published();
  const body = { epoch: task.epoch - 1, commit };
  const older = runner.client.call(agentRoutes.evidence, { params: { taskId: task.id, itemId: publish.id }, body });
  expect(await refusal(older)).toMatchObject({ code: 'stale_epoch' });
  await owner.client.call(routes.deleteRepository, { params: { id: repositoryId } });
  expect(await refusal(sign())).toMatchObject({ status: 404 });
});

function isSigned(envelope: EvidenceEnvelope | null, pem: string): boolean {
  if (envelope === null) return false;
  const payload = Buffer.from(envelope.payload, 'base64');
  const head = `DSSEv1 ${envelope.payloadType.length} ${envelope.payloadType} ${payload.length} `;
  const sig = Buffer.from(envelope.signatures[0]?.sig ?? '', 'base64');
  return verify(null, Buffer.concat([Buffer.from(head), payload]), createPublicKey(pem), sig);
}
