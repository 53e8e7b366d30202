import { publishParameters, type EvidenceEnvelope, type EvidenceParameters } from '@countersign/contract';
import { recordTaskEvent } from '../audit/record-task-event.ts';
import type { AuditEvent } from '../audit/record-event.ts';
import type { RepositoryDocument } from '../documents/repository.ts';
import type { TaskDocument } from '../documents/task.ts';
import type { TaskItemDocument } from '../documents/task-item.ts';
import { transact, type Tx } from '../effects/transact.ts';
import { canonicalJson } from '../lib/canonical-json.ts';
import { signEnvelope } from '../lib/dsse.ts';
import { conflict, notFound } from '../lib/errors.ts';
import { env } from '../settings/env.ts';
import { repositories, taskItems } from '../store/firestore.ts';
import { chainOf } from '../store/queries.ts';
import { completeBodies } from '../task-items/bodies.ts';
import { evidenceStatement, evidentItems, PAYLOAD_TYPE } from './evidence-statement.ts';

/** Who asks for a signature, as it is audited. */
interface Signing {
  taskId: string;
  itemId: string;
  /** The commit that must be the approved one; null: whichever was approved. */
  commit: string | null;
  actor: AuditEvent['actor'];
  /** The repository that was published to, where it was deleted and added again; null: the one that was approved. */
  repository: RepositoryDocument | null;
  /** Further facts for the audit trail. */
  detail?: { epoch: number };
  /** Reads the task for whoever asks, and refuses strangers. */
  readTask: (tx: Tx) => Promise<TaskDocument>;
}

/**
 * The signed statement about a commit whose publishing was approved and redeemed; null where this deployment has no key.
 * It is made from what the server has stored. Asked again it is made again, as the history may be longer. The signing is
 * audited as well, as the last event of the chain that the statement knows. Throws `not_found`, `conflict`, and what
 * `readTask` throws.
 */
export async function signStatement(signing: Signing): Promise<EvidenceEnvelope | null> {
  const { taskId, itemId, actor, readTask } = signing;
  const [key] = env().EVIDENCE_KEYS;
  const statement = await transact(async (tx) => {
    const [task, item] = await Promise.all([readTask(tx), tx.read(taskItems().doc(itemId))]);
    if (item?.taskId !== taskId || !item.needsApproval) throw notFound('Task item');
    const approved = await readApproved(item, signing.commit);
    if (!key) return null;
    const [repository, asked, [oldest]] = await Promise.all([
      signing.repository ?? tx.read(repositories().doc(approved.repositoryId)),
      tx.query(evidentItems(taskId)),
      tx.query(chainOf(taskId).limit(1)),
    ]);
    if (repository?.userId !== task.userId) throw notFound('Repository');
    const detail = { ...signing.detail, commit: approved.commit, keyid: key.keyid };
    const head = recordTaskEvent(tx, task, { actor, action: 'evidence_signed', subjectId: itemId, detail });
    const audit = { first: oldest?.chain?.number ?? head.number, head };
    return evidenceStatement({ task, repository, approved, asked, audit });
  });
  if (!key || statement === null) return null;
  return signEnvelope(PAYLOAD_TYPE, Buffer.from(canonicalJson(statement)), key);
}

interface Approved {
  item: TaskItemDocument;
  repositoryId: string;
  commit: string;
  branch: string;
  evidence: EvidenceParameters;
}

/** What the owner approved. Throws `conflict` for anything but that commit, approved and redeemed. */
async function readApproved(item: TaskItemDocument, commit: string | null): Promise<Approved> {
  const isTakenOut = item.grant === 'released' || item.grant === 'executed';
  if (item.toolKind !== 'publish' || item.isApproved !== true || !isTakenOut) {
    throw conflict('This is not a redeemed approval to publish');
  }
  const asked = publishParameters.safeParse((await completeBodies(item)).toolParameters);
  const { repositoryId, evidence, branch, commit: approved } = asked.data ?? {};
  if (!approved || (commit !== null && approved !== commit)) throw conflict('This is not the commit that was approved');
  if (!repositoryId || !branch || !evidence) throw conflict('This was asked by an earlier version, without evidence');
  return { item, repositoryId, commit: approved, branch, evidence };
}
