import { delaysOf, tooLong } from './delays.ts';
import type { ItemHistory } from './histories.ts';
import type { Call, Heard, Record } from './record.ts';
import { spansOf, type Span } from './spans.ts';

/** Milliseconds by which this process's clock and the database's may differ: both run on this machine. */
const CLOCKS_MS = 2;
/** Milliseconds after which a call that got no reply is certainly over. */
const LOST_MS = 60_000;

/**
 * What is wrong with the history of one item and with the replies about it; empty where all is well: it was decided,
 * and every change was made by a person or a rule; every reply was true at its moment; at most one run redeemed the
 * decision, which was final by then; an agent acted only on what was approved, once; and no runner that lived waited for
 * it for long.
 */
export function checkHistory(history: ItemHistory, told: Told): string[] {
  const spans = spansOf(history);
  return [
    ...checkOutcome(history),
    ...checkCauses(history, told.calls),
    ...told.calls.filter(({ what }) => what !== 'redeem').flatMap((call) => checkTold(call, spans, told.calls)),
    ...checkRelease(history, spans, told),
    ...tooLong(delaysOf(history, told)),
  ];
}

/** The part of the record that is about one item. */
export type Told = Omit<Record, 'wrong'>;

export const toldOf = ({ calls, heard, waits, acts, apiKills }: Record, id: string): Told => {
  const isOfIt = ({ itemId }: { itemId: string }) => itemId === id;
  const ofIt = { calls: calls.filter(isOfIt), heard: heard.filter(isOfIt), waits: waits.filter(isOfIt) };
  return { ...ofIt, acts: acts.filter(isOfIt), apiKills };
};

function checkOutcome({ item, entries }: ItemHistory): string[] {
  const decisions = entries.filter(({ what }) => ['approved', 'rejected', 'by rule'].includes(what));
  const undone = entries.filter(({ what }) => what === 'undone' || what === 'rule ended');
  const ruled = entries.filter(({ what }) => what === 'by rule').length;
  const ended = entries.filter(({ what }) => what === 'rule ended').length;
  const last = decisions.at(-1);
  return problems({
    'is undecided': item.isApproved === null,
    'was closed, and decided by nobody': item.isClosed,
    'has not one decision that stands': decisions.length - undone.length !== 1,
    'is not what was decided last': (last?.what !== 'rejected') !== item.isApproved,
    'was approved by a rule and by hand': decisions.length > 1 && ruled > ended,
    'was taken back of a rule that had not approved it': ended > ruled,
    'names no rule, and was approved by one': (last?.what === 'by rule') !== (item.decidedByRule !== null),
  });
}

/** Every change by the person has a call of theirs that asked for it, and each call makes one change at most. */
function checkCauses({ entries }: ItemHistory, calls: readonly Call[]): string[] {
  const asked = { approved: 'approve', rejected: 'reject', undone: 'undo' } as const;
  const left = calls.filter(({ told }) => told.kind !== 'refused').sort((a, b) => endOf(a) - endOf(b));
  return entries.flatMap(({ at, what, action }) => {
    if (what !== 'approved' && what !== 'rejected' && what !== 'undone') return [];
    const cause = left.findIndex((call) => call.what === asked[what] && isWithin(at, call));
    if (cause < 0) return [`${action} at ${at}: nobody asked for it`];
    left.splice(cause, 1);
    return [];
  });
}

const endOf = ({ sentAt, answeredAt }: Call) => (answeredAt === Infinity ? sentAt + LOST_MS : answeredAt);
const isWithin = (at: number, call: Call) => at >= call.sentAt - CLOCKS_MS && at <= endOf(call) + CLOCKS_MS;

/** Checks that a reply was true at some moment between the call and the reply. */
function checkTold(call: Call, spans: readonly Span[], calls: readonly Call[]): string[] {
  const { by, what, told } = call;
  const meanwhile = spans.filter(({ from, to }) => from <= endOf(call) + CLOCKS_MS && to >= call.sentAt - CLOCKS_MS);
  const was = (isApproved: boolean | null) => meanwhile.some((span) => span.isApproved === isApproved);
  const is = (words: string) => [`${by}: ${what} was answered ${JSON.stringify(told)}, ${words}`];
  if (told.kind === 'lost') return [];
  if (told.kind === 'done') {
    // It may have been decided again before the reply, which shows the item as it is.
    if (what === 'undo') return was(null) ? [] : is('and it was not so');
    const wanted = what === 'approve';
    return was(wanted) && told.isApproved === wanted ? [] : is('and it was not so');
  }
  if (what === 'undo') return wasInTime(call, spans, calls) ? is('and was in time') : [];
  if (told.code === 'already_decided') {
    return told.isApproved !== (what === 'approve') && was(told.isApproved) ? [] : is('and it was decided otherwise');
  }
  // Its own decision was undone between two tries.
  const isUndoneKey = told.code === 'conflict' && calls.some((one) => one !== call && one.key === call.key);
  return isUndoneKey && call.key !== undefined && was(null) ? [] : is('for no reason');
}

/** True for an Undo that was answered before the release of the very decision that stood all the time. */
function wasInTime(
  { sentAt, answeredAt, releaseAt = '' }: Call,
  spans: readonly Span[],
  calls: readonly Call[],
): boolean {
  const stood = spans.find(({ from, to }) => from < sentAt - CLOCKS_MS && to > answeredAt + CLOCKS_MS);
  if (!stood || stood.isApproved === null || Date.parse(releaseAt) < answeredAt + CLOCKS_MS) return false;
  // If another decision stands, its release is a different one, as far as its reply is known.
  const replies = calls.flatMap((one) => (one.what !== 'undo' && isWithin(stood.from, one) ? [one.told] : []));
  const releases = replies.flatMap((told) => (told.kind === 'done' ? [told.releaseAt] : []));
  if (releases.length > 0 && !releases.includes(releaseAt)) return false;
  return Math.abs(Date.parse(releaseAt) - stood.from) < 10_000 && stood.from < Date.parse(releaseAt);
}

function checkRelease({ item, entries }: ItemHistory, spans: readonly Span[], told: Told): string[] {
  const released = entries.filter(({ what }) => what === 'released');
  const final = spans.at(-1);
  const redeemed = told.calls.filter((call) => call.what === 'redeem' && call.told.kind === 'done');
  const decidedAt = (final?.from ?? 0) - CLOCKS_MS;
  const releaseAt = (item.releaseAt?.toMillis() ?? 0) - CLOCKS_MS;
  return problems({
    'was redeemed twice': released.length > 1,
    'was redeemed, and then changed': released.some(({ at }) => at < decidedAt),
    'was redeemed before its release': released.some(({ at }) => at < releaseAt),
    'was told of before its release, or otherwise than decided': told.heard.some(
      (heard) => !spans.some((span) => mayBeHeard(span, heard, told.calls)),
    ),
    'was redeemed by two runs': new Set(redeemed.map(({ by }) => by)).size > 1,
    'was given out otherwise than decided': redeemed.some((call) => isOther(call, item.isApproved)),
    'was acted on twice': told.acts.length > 1,
    'was acted on without an approval': told.acts.length > 0 && !(item.isApproved && released.length === 1),
    'was redeemed by nobody': released.length === 0,
  });
}

/**
 * A runner may receive a decision from its release on; also one that is then undone before it can be redeemed, by an
 * Undo that was in time.
 */
function mayBeHeard({ from, isApproved }: Span, heard: Heard, calls: readonly Call[]): boolean {
  const made = calls.filter(({ what, sentAt, answeredAt }) => what !== 'undo' && sentAt <= from && from <= answeredAt);
  const releases = made.flatMap(({ told }) => (told.kind === 'done' ? [Date.parse(told.releaseAt ?? '') || from] : []));
  const isReleased = releases.length === 0 || releases.some((at) => at <= heard.at + CLOCKS_MS);
  return isApproved === heard.isApproved && heard.at >= from - CLOCKS_MS && isReleased;
}

const isOther = ({ told }: Call, isApproved: boolean | null) => told.kind === 'done' && told.isApproved !== isApproved;

const problems = (found: { [words: string]: boolean }) => Object.keys(found).filter((words) => found[words]);
