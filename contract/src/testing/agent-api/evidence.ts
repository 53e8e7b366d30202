import { UNNAMED_OWNER, EVIDENCE_REF, type EvidenceEnvelope } from '../../entities/evidence.ts';
import type { Harness, TestFramework } from './harness.ts';
import { newNonce, refusal, request, startOnTask } from './runner.ts';

/** A statement is about the commit that was approved, and is signed only once the approval's grant was redeemed. */
export function describeEvidence({ describe, test, expect }: TestFramework, { newWorld }: Harness): void {
  describe('evidence', () => {
    test('is signed over the approved commit once its grant was redeemed, and again when asked again', async () => {
      const world = await newWorld();
      const repositoryId = await world.owner.addRepository('ghp_0123456789abcdefghijklmnopqrstuvwxyz');
      const { runner, task } = await startOnTask(world);
      expect(task.evidence).toEqual({ countersignedBy: UNNAMED_OWNER, note: EVIDENCE_REF });
      const commit = 'c'.repeat(40);
      const toolParameters = { repositoryId, branch: 'b', base: 'main', commit, title: 'T', body: 'B' };
      const item = await runner.ask(task, {
        ...request(),
        type: 'approval_request',
        toolName: 'publish',
        toolKind: 'publish',
        toolParameters: { ...toolParameters, evidence: task.evidence },
      });
      const sign = (named = commit) => runner.evidence(task, item.id, named);
      expect(await refusal(sign()), 'undecided').toBe('409 conflict');
      await world.owner.approve(item.id);
      expect(await refusal(sign()), 'not taken out').toBe('409 conflict');
      await runner.release(task, item);
      expect(await refusal(sign('d'.repeat(40))), 'another commit').toBe('409 conflict');
      const { envelope } = await sign();
      expect(statementOf(envelope)).toMatchObject({
        subject: [{ digest: { gitCommit: commit } }],
        predicate: { task: task.id, publish: item.id, countersignedBy: UNNAMED_OWNER },
      });
      await runner.report(task, item.id, 'executed');
      expect((await sign()).envelope?.payloadType).toBe('application/vnd.in-toto+json');
    });

    test('is only for publishing, and only for a question of this task', async () => {
      const world = await newWorld();
      const { runner, task } = await startOnTask(world);
      const commit = 'c'.repeat(40);
      const command = await runner.ask(task, { toolParameters: { command: 'true', commit } });
      await world.owner.approve(command.id);
      await runner.release(task, command);
      expect(await refusal(runner.evidence(task, command.id, commit))).toBe('409 conflict');
      expect(await refusal(runner.evidence(task, newNonce(), commit))).toBe('404 not_found');
    });
  });
}

function statementOf(envelope: EvidenceEnvelope | null): unknown {
  return envelope === null ? null : (JSON.parse(atob(envelope.payload)) as unknown);
}
