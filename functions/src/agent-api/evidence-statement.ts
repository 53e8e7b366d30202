import type { EvidenceParameters } from '@countersign/contract';
import type * as z from 'zod';
import type { RepositoryDocument } from '../documents/repository.ts';
import type { TaskDocument } from '../documents/task.ts';
import { taskItemDocument, type TaskItemDocument } from '../documents/task-item.ts';
import { iso } from '../documents/time.ts';
import { asHeard } from '../state/held-decision.ts';
import { fieldsOf } from '../store/firestore.ts';
import { askingItemsOf } from '../store/queries.ts';

export const PAYLOAD_TYPE = 'application/vnd.in-toto+json';

const evidentItemDocument = taskItemDocument.pick({
  ...{ id: true, hash: true, toolKind: true, enforcement: true, grant: true, createdAt: true, releaseAt: true },
  ...{ isApproved: true, isClosed: true, replacedBy: true, decidedByRule: true, decidedByLimits: true },
  ...{ rejectionReason: true, edits: true, answer: true, decidedAt: true },
});
type EvidentItem = z.infer<typeof evidentItemDocument>;

/** All that a task's agent asked, with what the statement tells of it alone: it may be thousands of steps. */
export const evidentItems = (taskId: string) => fieldsOf(askingItemsOf(taskId), evidentItemDocument);

interface Evident {
  task: TaskDocument;
  repository: RepositoryDocument;
  /** What its owner has approved, and that it was published as. */
  approved: { item: TaskItemDocument; commit: string; branch: string; evidence: EvidenceParameters };
  /** All that the task's agent asked. */
  asked: readonly EvidentItem[];
  /** The first link of the task's chain that is kept, and the last one. */
  audit: { first: number; head: { number: number; hash: string } };
}

/**
 * The in-toto statement over a published commit. It goes to where others read: hashes and decisions, and no title, text, command or address
 * that a step is about.
 */
export function evidenceStatement({ task, repository, approved, asked, audit }: Evident) {
  const { item, commit, branch, evidence } = approved;
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: [{ name: `git+https://github.com/${repository.owner}/${repository.name}`, digest: { gitCommit: commit } }],
    predicateType: 'urn:countersign:evidence:v1',
    predicate: {
      task: task.id,
      branch,
      countersignedBy: evidence.countersignedBy,
      publish: item.id,
      steps: [...asked].sort(byAge).map(asHeard).map(toStep),
      audit,
    },
  };
}

const byAge = (a: EvidentItem, b: EvidentItem) =>
  a.createdAt.toMillis() - b.createdAt.toMillis() || (a.id < b.id ? -1 : 1);

function toStep(item: EvidentItem) {
  const { id, hash, toolKind, enforcement, grant, decidedAt } = item;
  return { id, hash, kind: toolKind, ...decisionOf(item), enforcement, outcome: grant, decidedAt: iso(decidedAt) };
}

/** What was decided, and by what. Nobody decides what is closed. */
function decisionOf(item: EvidentItem) {
  const { isApproved, isClosed, replacedBy, answer } = item;
  if (isClosed || replacedBy !== null) return { decision: 'closed', method: null };
  if (isApproved === null) return { decision: 'undecided', method: null };
  const method = methodOf(item);
  if (!isApproved) return { decision: 'rejected', method };
  return { decision: answer === null ? 'approved' : 'answered', method };
}

/** A person, a rule of theirs with its version, or limits of the task, by the card on which a person approved them. */
function methodOf({ decidedByRule, decidedByLimits }: EvidentItem): string {
  if (decidedByRule) return `rule ${decidedByRule.id} version ${decidedByRule.version}`;
  return decidedByLimits ? `limits ${decidedByLimits.itemId}` : 'person';
}
