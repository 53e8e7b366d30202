import {
  isElicitation,
  LIST_REJECTION_REASON,
  NO_OTHER_WAY,
  REASON_REPEATED,
  REASONS_MAX,
  type RejectionReasons,
} from '@countersign/contract';
import type { UserCaller } from '../access/authenticate-user.ts';
import { STOP_REASONS } from '../state/reject-open-items.ts';
import { list } from '../store/data.ts';
import { isDecision, rejectedQuery, type DecidedItem } from './decided-item.ts';

/** How many of the latest rejections are searched. */
const LOOKED_AT = 300;
/** A longer reason is about one request, and makes no good button. */
const CHARACTERS_MAX = 200;
/** Reasons that nobody typed. */
const fixed: readonly string[] = [LIST_REJECTION_REASON, ...Object.values(STOP_REASONS)];

/** The reasons the caller rejected with lately, most used first; among equals the latest. */
export async function readRejectionReasons({ userId }: UserCaller): Promise<RejectionReasons> {
  return { reasons: countReasons(await list(rejectedQuery(userId).limit(LOOKED_AT))) };
}

type Rejected = Pick<DecidedItem, 'rejectionReason' | 'projectId' | 'toolKind' | 'type' | 'isClosed' | 'replacedBy'>;

/** Reasons and how often each was given; expects the latest rejection first. */
export function countReasons(rejections: readonly Rejected[]): RejectionReasons['reasons'] {
  const projectsOf = new Map<string, string[]>();
  for (const item of rejections) {
    const reason = typedReason(item);
    if (reason === null) continue;
    projectsOf.set(reason, [...(projectsOf.get(reason) ?? []), item.projectId]);
  }
  const counted = [...projectsOf].map(([reason, projectIds]) => ({
    reason,
    count: projectIds.length,
    repeatedIn: [...new Set(projectIds)].filter((id) => countOf(projectIds, id) >= REASON_REPEATED),
  }));
  return counted.sort((a, b) => b.count - a.count).slice(0, REASONS_MAX);
}

const countOf = (all: readonly string[], one: string) => all.filter((each) => each === one).length;

/** What the person typed; null for nothing, or for a text that makes no good button. */
function typedReason(item: Rejected): string | null {
  if (isElicitation(item) || !isDecision(item)) return null;
  const reason = (item.rejectionReason ?? '').replace(NO_OTHER_WAY, '').trim();
  if (reason === '' || reason.length > CHARACTERS_MAX || reason.includes('\n') || fixed.includes(reason)) return null;
  return reason;
}
