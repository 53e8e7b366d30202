import { FieldValue, Timestamp } from 'firebase-admin/firestore';
import { recordTaskEvent } from '../audit/record-task-event.ts';
import type { RuleDocument } from '../documents/rule.ts';
import type { TaskDocument } from '../documents/task.ts';
import type { TaskItemDocument } from '../documents/task-item.ts';
import type { Tx } from '../effects/transact.ts';
import { matches } from '../risk/match-rule.ts';
import { rules } from '../store/firestore.ts';
import { projectRules } from '../store/queries.ts';
import { askedOf } from '../task-items/asked-of.ts';

/** A question that an owner's rule approves. */
export interface Ruled {
  item: TaskItemDocument;
  rule: RuleDocument;
}

/**
 * Of questions asked for the first time, those that a rule of the project's owner approves, each with the oldest such
 * rule. The rules are read in the transaction that stores the questions: if one is changed or revoked before the
 * commit, they are read again.
 */
export async function findRuled(tx: Tx, asked: readonly TaskItemDocument[]): Promise<Ruled[]> {
  const [first] = asked;
  if (first === undefined) return [];
  const now = Timestamp.now();
  const found = await tx.query(projectRules(first.projectId));
  const valid = found.filter(({ userId, expiresAt }) => userId === first.userId && expiresAt > now);
  valid.sort((a, b) => a.createdAt.toMillis() - b.createdAt.toMillis() || (a.id < b.id ? -1 : 1));
  return asked.flatMap((item) => {
    const rule = valid.find(({ pattern }) => doesMatch(pattern, item));
    return rule ? [{ item, rule }] : [];
  });
}

/** Whether a rule with this pattern approves a question; the preview uses it, too. */
export function doesMatch(pattern: RuleDocument['pattern'], item: TaskItemDocument): boolean {
  const asked = askedOf(item);
  return asked !== null && matches(pattern, asked);
}

/** Marks the questions as decided before they are written, records the rule in the audit trail, and counts each use. */
export function approveByRule(tx: Tx, task: TaskDocument, ruled: readonly Ruled[]): void {
  const now = Timestamp.now();
  const uses = new Map<string, number>();
  for (const { item, rule } of ruled) {
    const { id, version, name } = rule;
    Object.assign(item, { isApproved: true, decidedAt: now, decidedByRule: { id, version, name } });
    uses.set(id, (uses.get(id) ?? 0) + 1);
    recordTaskEvent(tx, task, {
      actor: 'system',
      action: 'item_approved_by_rule',
      subjectId: item.id,
      detail: { hash: item.hash, ruleId: id, ruleVersion: version, ruleName: name },
    });
  }
  for (const [id, times] of uses) {
    tx.update(rules().doc(id), { timesUsed: FieldValue.increment(times), lastUsedAt: now });
  }
}
