import type { Rule } from '@countersign/contract';
import type { RuleDocument } from '../documents/rule.ts';
import { iso } from '../documents/time.ts';
import { runsProjectCode, whyNoRule } from '../risk/match-rule.ts';

/** A rule as its owner sees it. */
export function toRuleReply(rule: RuleDocument): Rule {
  const { id, projectId, name, pattern, version, timesUsed } = rule;
  return {
    id,
    projectId,
    name,
    pattern,
    version,
    timesUsed,
    runsProjectCode: runsProjectCode(pattern),
    whyNothing: whyNoRule(pattern),
    expiresAt: iso(rule.expiresAt),
    lastUsedAt: iso(rule.lastUsedAt),
    createdAt: iso(rule.createdAt),
  };
}
