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
  id: true,
  hash: true,
  toolKind: true,
  enforcement: true,
  grant: true,
  createdAt: true,
  releaseAt: true,
  isApproved: true,
  isClosed: true,
  replacedBy: true,
  decidedByRule: true,
  decidedByLimits: true,
  rejectionReason: true,
  edits: true,
  answer: true,
  decidedAt: true,
});
type EvidentItem = z.infer<typeof evidentItemDocument>;

/** Everything a task's agent asked, with only the fields that the statement needs: it may be thousands of steps. */
export const evidentItems = (taskId: string) => fieldsOf(askingItemsOf(taskId), evidentItemDocument);

interface Evident {
  task: TaskDocument;
  repository: RepositoryDocument;
  /** What the owner has approved, and what it was published as. */
  approved: { item: TaskItemDocument; commit: string; branch: string; evidence: EvidenceParameters };
  /** Everything the task's agent asked. */
  asked: readonly EvidentItem[];
  /** The number of the first audit event kept in the task's chain, and the last event. */
  audit: { first: number; head: { number: number; hash: string } };
}

/**
 * The in-toto statement about a published commit. Others will read it, so it holds hashes and decisions, but no title,
 * text, command or address of any step.
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

/** The decision and how it was made. A closed question has no decision. */
function decisionOf(item: EvidentItem) {
  const { isApproved, isClosed, replacedBy, answer } = item;
  if (isClosed || replacedBy !== null) return { decision: 'closed', method: null };
  if (isApproved === null) return { decision: 'undecided', method: null };
  const method = methodOf(item);
  if (!isApproved) return { decision: 'rejected', method };
  return { decision: answer === null ? 'approved' : 'answered', method };
}

/** A person, a person's rule with its version, or the task's limits, named by the card that was approved. */
function methodOf({ decidedByRule, decidedByLimits }: EvidentItem): string {
  if (decidedByRule) return `rule ${decidedByRule.id} version ${decidedByRule.version}`;
  return decidedByLimits ? `limits ${decidedByLimits.itemId}` : 'person';
}
