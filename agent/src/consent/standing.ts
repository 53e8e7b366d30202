import { isElicitation } from '@countersign/contract';
import type { OpenItem } from '@countersign/contract/agent';
import type { DecisionFeed } from '../server/decision-feed.ts';
import { isPublish } from './is-publish.ts';

/**
 * A question of an earlier run, or of an agent that is gone, whose decision is not awaited now. Whoever asks the same
 * gets its answer.
 */
export interface Standing extends Pick<OpenItem, 'type' | 'title' | 'toolName' | 'toolKind'> {
  itemId: string;
  fingerprint: string | null;
}

type Question = Pick<OpenItem, 'id' | 'type' | 'title'> & Partial<Pick<OpenItem, 'toolName' | 'toolKind'>>;

/** Questions that still stand. */
export interface Standings {
  readonly all: readonly Standing[];
  /** Adds a question whose decision is not awaited at the moment. Once the owner presses Stop it no longer stands. */
  add(question: Question, fingerprint: string | null): void;
  delete(itemId: string): void;
}

export interface StandingsOptions {
  openItems: readonly OpenItem[];
  /** Its owner has reopened the task after it had ended. */
  isReopened: boolean;
  /** Keeps the ids of those that have lapsed, for later runs. */
  journal: { lapsed: string[] };
  feed: Pick<DecisionFeed, 'onStop' | 'stopRequested'>;
}

/**
 * Whether the task has ended or was reopened since an item was decided, or stopped since it was approved, or Stop
 * itself rejected it. Of earlier servers only its reopening is known.
 */
export function hasEndedSince({ endedSince }: OpenItem, { isReopened }: Pick<StandingsOptions, 'isReopened'>): boolean {
  return endedSince ?? isReopened;
}

/**
 * The questions of earlier runs that still stand: open, or approved and not redeemed. Rejections are explained to the
 * agent instead. With Stop all lapse, and with the end of the task or its reopening those that were approved before:
 * whoever approved something may have thought better of it, so the same step is asked again. An answer allows nothing,
 * and stays. What was redeemed for publishing lapses with Stop.
 */
export function createStandings({ openItems, isReopened, journal, feed }: StandingsOptions): Standings {
  const standing = new Map<string, Standing>();
  const lapse = (one: Standing) => {
    if (isElicitation(one)) return;
    standing.delete(one.itemId);
    journal.lapsed.push(one.itemId);
  };
  const lapseAll = () => [...standing.values()].forEach(lapse);
  const keep = ({ id, type, title, toolName = null, toolKind = null }: Question, fingerprint: string | null) => {
    const one = { itemId: id, type, title, toolName, toolKind, fingerprint };
    standing.set(id, one);
    return one;
  };
  for (const item of openItems) {
    const isUnused = item.grant === 'unused' && item.isApproved !== false;
    if (!isUnused || journal.lapsed.includes(item.id)) continue;
    const one = keep(item, item.reference);
    // An end closes what is undecided, so that this was asked after it.
    if (item.isApproved === true && hasEndedSince(item, { isReopened })) lapse(one);
  }
  // Publishing goes on under a consent that an earlier run redeemed (publish/question/consent-to.ts), also of a task that has
  // failed and was reopened, but not after Stop.
  const redeemed = openItems.filter((item) => isPublish(item) && item.grant === 'released' && item.isApproved === true);
  const lapseRedeemed = (items: readonly OpenItem[]) => {
    const known = new Set(journal.lapsed);
    journal.lapsed.push(...items.map(({ id }) => id).filter((id) => !known.has(id)));
  };
  lapseRedeemed(redeemed.filter(({ endedSince }) => endedSince === true));
  feed.onStop(() => {
    lapseAll();
    lapseRedeemed(redeemed);
  });
  return {
    get all() {
      return [...standing.values()];
    },
    add(question, fingerprint) {
      keep(question, fingerprint);
      if (feed.stopRequested) lapseAll();
    },
    delete: (itemId) => void standing.delete(itemId),
  };
}
