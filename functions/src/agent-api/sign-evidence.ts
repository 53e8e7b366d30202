import { publishParameters, type CallOutput, type EvidenceParameters } from '@countersign/contract';
import type { agentRoutes } from '@countersign/contract/agent';
import { recordTaskEvent } from '../audit/record-task-event.ts';
import type { TaskItemDocument } from '../documents/task-item.ts';
import { transact } from '../effects/transact.ts';
import { canonicalJson } from '../lib/canonical-json.ts';
import { signEnvelope } from '../lib/dsse.ts';
import { conflict, notFound } from '../lib/errors.ts';
import { env } from '../settings/env.ts';
import { fenceTask } from '../state/fence.ts';
import { repositories, taskItems } from '../store/firestore.ts';
import { chainOf } from '../store/queries.ts';
import { completeBodies } from '../task-items/bodies.ts';
import type { AgentCaller } from '../tokens/container-token.ts';
import { evidenceStatement, evidentItems, PAYLOAD_TYPE } from './evidence-statement.ts';

/**
 * The signed statement about a commit whose publishing was approved and redeemed. It is made from what the server has
 * stored; the commit that the runner names must be the approved one. Asked again it is made again, as the history may
 * be longer. The signing is audited as well, as the last event of the chain that the statement knows. Throws
 * `not_found`, `conflict`, `stale_epoch`.
 */
export async function signEvidence(
  caller: AgentCaller,
  { taskId, itemId }: { taskId: string; itemId: string },
  { epoch, commit }: { epoch: number; commit: string },
): Promise<CallOutput<typeof agentRoutes.evidence>> {
  const [key] = env().EVIDENCE_KEYS;
  const statement = await transact(async (tx) => {
    const [{ task }, item] = await Promise.all([
      fenceTask(tx, caller, taskId, epoch),
      tx.read(taskItems().doc(itemId)),
    ]);
    if (item?.taskId !== taskId || !item.needsApproval) throw notFound('Task item');
    const approved = await readApproved(item, commit);
    if (!key) return null;
    const [repository, asked, [oldest]] = await Promise.all([
      tx.read(repositories().doc(approved.repositoryId)),
      tx.query(evidentItems(taskId)),
      tx.query(chainOf(taskId).limit(1)),
    ]);
    if (repository?.userId !== task.userId) throw notFound('Repository');
    const signed = { actor: 'agent', action: 'evidence_signed', subjectId: itemId } as const;
    const head = recordTaskEvent(tx, task, { ...signed, detail: { epoch, commit, keyid: key.keyid } });
    const audit = { first: oldest?.chain?.number ?? head.number, head };
    return evidenceStatement({ task, repository, approved, asked, audit });
  });
  if (!key || statement === null) return { envelope: null };
  return { envelope: signEnvelope(PAYLOAD_TYPE, Buffer.from(canonicalJson(statement)), key) };
}

interface Approved {
  item: TaskItemDocument;
  repositoryId: string;
  commit: string;
  branch: string;
  evidence: EvidenceParameters;
}

/** What the owner approved. Throws `conflict` for anything but that commit, approved and redeemed. */
async function readApproved(item: TaskItemDocument, commit: string): Promise<Approved> {
  const isTakenOut = item.grant === 'released' || item.grant === 'executed';
  if (item.toolKind !== 'publish' || item.isApproved !== true || !isTakenOut) {
    throw conflict('This is not a redeemed approval to publish');
  }
  const asked = publishParameters.safeParse((await completeBodies(item)).toolParameters);
  const { repositoryId, evidence, branch, commit: approved } = asked.data ?? {};
  if (approved !== commit) throw conflict('This is not the commit that was approved');
  if (!repositoryId || !branch || !evidence) throw conflict('This was asked by an earlier version, without evidence');
  return { item, repositoryId, commit, branch, evidence };
}
