import type { OpenItem } from '@countersign/contract/agent';

/**
 * A question of an earlier run, or of an agent that is gone, whose decision nobody awaits: asking the same is answered
 * by it.
 */
export interface Standing extends Pick<OpenItem, 'type' | 'title' | 'toolName' | 'toolKind'> {
  itemId: string;
  fingerprint: string | null;
}

type Question = Pick<OpenItem, 'id' | 'type' | 'title'> & Partial<Pick<OpenItem, 'toolName' | 'toolKind'>>;

/**
 * The questions of earlier runs that still stand, by id: open, or approved and not redeemed. Rejections are explained to
 * the agent instead.
 */
export function standingAmong(openItems: readonly OpenItem[]): Map<string, Standing> {
  const unused = openItems.filter(({ grant, isApproved }) => grant === 'unused' && isApproved !== false);
  return new Map(unused.map((item) => [item.id, toStanding(item, item.reference)]));
}

/** What is kept of a question, asked with this fingerprint. */
export function toStanding(question: Question, fingerprint: string | null): Standing {
  const { id, type, title, toolName = null, toolKind = null } = question;
  return { itemId: id, type, title, toolName, toolKind, fingerprint };
}
