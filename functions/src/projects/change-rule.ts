import { RULES_MAX, type Rule, type RulePattern } from '@countersign/contract';
import { Timestamp } from 'firebase-admin/firestore';
import type { UserCaller } from '../access/authenticate-user.ts';
import { recordEvent } from '../audit/record-event.ts';
import type { RuleDocument } from '../documents/rule.ts';
import { transact, type Tx, type Writer } from '../effects/transact.ts';
import { canonicalJson } from '../lib/canonical-json.ts';
import { invalidField, notFound, quotaExceeded } from '../lib/errors.ts';
import { newId } from '../lib/id.ts';
import { readOwnProject } from '../own/read-own-project.ts';
import { toRuleReply } from '../replies/rule-reply.ts';
import { whyNoRule } from '../risk/match-rule.ts';
import { list } from '../store/data.ts';
import { projects, rules } from '../store/firestore.ts';
import { projectRules } from '../store/queries.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const inDays = (days: number) => Timestamp.fromMillis(Date.now() + days * DAY_MS);

/** The rules of a project, newest first. Throws `not_found`. */
export async function listRules({ userId }: UserCaller, projectId: string): Promise<Rule[]> {
  await readOwnProject(userId, projectId);
  const all = await list(projectRules(projectId));
  return all.sort((a, b) => b.createdAt.toMillis() - a.createdAt.toMillis()).map(toRuleReply);
}

/** Stores a rule for future requests. Throws `not_found`, `invalid` for what no rule may cover, `quota_exceeded`. */
export async function createRule(
  { userId }: UserCaller,
  projectId: string,
  { name, pattern, expiresInDays }: { name: string; pattern: RulePattern; expiresInDays: number },
): Promise<Rule> {
  checkPattern(pattern);
  // The same for all tries: after a commit without a reply, the next try finds the rule, which is stored once.
  const id = newId();
  const rule = await transact(async (tx) => {
    const [project, existing] = await Promise.all([
      tx.read(projects().doc(projectId)),
      tx.query(projectRules(projectId)),
    ]);
    if (project?.userId !== userId) throw notFound('Project');
    const former = existing.find((one) => one.id === id);
    if (former) return former;
    if (existing.length >= RULES_MAX) {
      throw quotaExceeded(`This project has ${RULES_MAX} rules, the most a project may have. Revoke some to continue.`);
    }
    const now = Timestamp.now();
    const created: RuleDocument = {
      id,
      userId,
      projectId,
      name,
      pattern,
      version: 1,
      sameSince: 1,
      timesUsed: 0,
      lastUsedAt: null,
      expiresAt: inDays(expiresInDays),
      createdAt: now,
      updatedAt: now,
    };
    tx.create(rules().doc(id), created);
    tell(tx, created, 'rule_created');
    return created;
  });
  return toRuleReply(rule);
}

/** Changes a rule, which creates a new version of it. Throws `not_found`, `invalid`. */
export async function updateRule(
  { userId }: UserCaller,
  id: string,
  { name, pattern, expiresInDays }: { name?: string; pattern?: RulePattern; expiresInDays?: number },
): Promise<Rule> {
  if (pattern) checkPattern(pattern);
  const rule = await transact(async (tx) => {
    const before = await readOwnRule(tx, userId, id);
    const version = before.version + 1;
    const isSame = pattern === undefined || canonicalJson(pattern) === canonicalJson(before.pattern);
    const changed: RuleDocument = {
      ...before,
      name: name ?? before.name,
      pattern: pattern ?? before.pattern,
      version,
      sameSince: isSame ? (before.sameSince ?? before.version) : version,
      expiresAt: expiresInDays === undefined ? before.expiresAt : inDays(expiresInDays),
      updatedAt: Timestamp.now(),
    };
    tx.set(rules().doc(id), changed);
    tell(tx, changed, 'rule_changed');
    return changed;
  });
  return toRuleReply(rule);
}

/**
 * Revokes a rule: it approves nothing more. What it approved and an agent has redeemed stays approved; what no agent has
 * redeemed yet is asked when one tries. Throws `not_found`.
 */
export async function deleteRule({ userId }: UserCaller, id: string): Promise<void> {
  await transact(async (tx) => {
    const rule = await readOwnRule(tx, userId, id);
    tx.delete(rules().doc(id));
    tell(tx, rule, 'rule_revoked');
  });
}

function checkPattern(pattern: RulePattern): void {
  const why = whyNoRule(pattern);
  if (why !== null) throw invalidField('pattern', why);
}

async function readOwnRule(tx: Tx, userId: string, id: string): Promise<RuleDocument> {
  const rule = await tx.read(rules().doc(id));
  if (rule?.userId !== userId) throw notFound('Rule');
  return rule;
}

function tell(writer: Writer, rule: RuleDocument, action: string): void {
  const { id, userId, projectId, name, version, expiresAt } = rule;
  const detail = { projectId, name, version, expiresAt: expiresAt.toDate().toISOString() };
  recordEvent(writer, { userId, actor: 'owner', action, subjectId: id, detail });
  writer.signal(userId, { kind: 'project', id: projectId });
}
