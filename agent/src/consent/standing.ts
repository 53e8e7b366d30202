import { isElicitation } from '@countersign/contract';
import type { OpenItem } from '@countersign/contract/agent';
import type { DecisionFeed } from '../server/decision-feed.ts';

/**
 * A question of an earlier run, or of an agent that is gone, whose decision nobody awaits: asking the same is answered
 * by it.
 */
export interface Standing extends Pick<OpenItem, 'type' | 'title' | 'toolName' | 'toolKind'> {
  itemId: string;
  fingerprint: string | null;
}

type Question = Pick<OpenItem, 'id' | 'type' | 'title'> & Partial<Pick<OpenItem, 'toolName' | 'toolKind'>>;

/** Questions that still stand. */
export interface Standings {
  readonly all: readonly Standing[];
  /** Nobody awaits its decision any more. After Stop it stands no longer. */
  add(question: Question, fingerprint: string | null): void;
  delete(itemId: string): void;
}

export interface StandingsOptions {
  openItems: readonly OpenItem[];
  /** Its owner has reopened the task since these were asked. */
  isReopened: boolean;
  /** Keeps the ids of those that have lapsed, for later runs. */
  journal: { lapsed: string[] };
  feed: Pick<DecisionFeed, 'onStop' | 'stopRequested'>;
}

/**
 * The questions of earlier runs that still stand: open, or approved and not redeemed. Rejections are explained to the
 * agent instead. With Stop, and where a task is reopened, they lapse: whoever approved something before that may have
 * thought better of it, so the same step is asked anew. An answer allows nothing, and stays.
 */
export function createStandings({ openItems, isReopened, journal, feed }: StandingsOptions): Standings {
  const standing = new Map<string, Standing>();
  const lapse = () => {
    for (const one of [...standing.values()].filter((each) => !isElicitation(each))) {
      standing.delete(one.itemId);
      journal.lapsed.push(one.itemId);
    }
  };
  const keep = ({ id, type, title, toolName = null, toolKind = null }: Question, fingerprint: string | null) =>
    void standing.set(id, { itemId: id, type, title, toolName, toolKind, fingerprint });
  for (const item of openItems) {
    const isUnused = item.grant === 'unused' && item.isApproved !== false;
    if (isUnused && !journal.lapsed.includes(item.id)) keep(item, item.reference);
  }
  if (isReopened) lapse();
  feed.onStop(lapse);
  return {
    get all() {
      return [...standing.values()];
    },
    add(question, fingerprint) {
      keep(question, fingerprint);
      if (feed.stopRequested) lapse();
    },
    delete: (itemId) => void standing.delete(itemId),
  };
}
