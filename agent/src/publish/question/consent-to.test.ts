import type { OpenItem } from '@countersign/contract/agent';
import { describe, expect, it } from 'vitest';
import { newJournal } from '../../checkpoint/journal.ts';
import type { Consent, Request } from '../../consent/consent.ts';
import type { GrantOutcome } from '../../server/report-queue.ts';
import type { Stop } from '../../server/stop.ts';
import { consentTo } from './consent-to.ts';
import type { PublishRequest } from './publish-request.ts';
import type { Publishing } from '../publishing.ts';
import { hearsStopOf, testFeed } from '../test-publishing.ts';

const item = { id: 'it', title: 'Publish' };
const request = { item, fingerprint: 'it', title: '', body: '' } as unknown as PublishRequest;
const redeemed = { id: 'before', reference: 'it', grant: 'released', isApproved: true, edits: null } as OpenItem;

/** The person approves what is asked after the first `byStop`; `then` is called before the runner goes on. */
function setUp({
  openItems = [],
  then,
  byStop = 0,
}: { openItems?: OpenItem[]; then?: (stop: Stop, asked: number) => void; byStop?: number } = {}) {
  const { feed, stop, unsaid } = testFeed();
  const outcomes: Array<{ itemId: string } & GrantOutcome> = [];
  let asked = 0;
  let saves = 0;
  const obtain = async ({ item, onAsked }: Request): Promise<Consent> => {
    asked += 1;
    onAsked?.(item.id);
    then?.(stop, asked);
    const itemId = `${item.id} ${asked}`;
    const isByStop = asked <= byStop;
    const none = { reason: null, edits: null, answer: null };
    return { itemId, isApproved: !isByStop, ...none, isDecided: true, byStop: isByStop };
  };
  const journal = newJournal('demo');
  const publishing = {
    ...{ task: { openItems }, journal, feed, consents: { obtain, standing: [], hearsStop: hearsStopOf(feed) } },
    saved: { reportWhenSaved: (itemId: string, outcome: GrantOutcome) => void outcomes.push({ itemId, ...outcome }) },
    checkpoints: { save: () => Promise.reject(new Error(`save ${(saves += 1)} failed`)) },
    signal: new AbortController().signal,
  } as unknown as Publishing;
  return { publishing, journal, stop, unsaid, outcomes, asked: () => asked, saves: () => saves };
}

describe('consent to publish', () => {
  it('is waited for while what is asked about is being saved, whatever comes of that', async () => {
    let before = 0;
    const run = setUp({ then: () => void (before = run.saves()) });
    expect(await consentTo(request, run.publishing)).toMatchObject({ consent: { isApproved: true } });
    expect([before, run.saves()], 'saved before it is decided').toEqual([1, 1]);
  });

  it('allows nothing if Stop has come since it was redeemed, which is reported', async () => {
    const run = setUp({ then: (stop) => void stop.take('1') });
    await expect(consentTo(request, run.publishing)).rejects.toThrow('Stopped by its owner');
    expect(run.outcomes).toMatchObject([{ itemId: 'it 1', outcome: 'not_executed' }]);
    expect(run.journal.lapsed).toEqual(['it 1']);
  });

  it('is not asked for anew after such a Stop before the agent has what its owner has written since', async () => {
    const run = setUp({ then: (stop, asked) => void (asked === 1 && stop.take('1')) });
    run.unsaid.push({ createdAt: '2' });
    expect(await consentTo(request, run.publishing)).toBeNull();
    expect(run.asked()).toBe(1);
    expect(run.outcomes).toMatchObject([{ itemId: 'it 1', outcome: 'not_executed' }]);
  });

  it('holds if an earlier run has redeemed it, until Stop', async () => {
    const run = setUp({ openItems: [redeemed] });
    expect(await consentTo(request, run.publishing)).toMatchObject({ consent: { itemId: 'before' } });
    run.stop.take('1');
    await expect(consentTo(request, run.publishing)).rejects.toThrow('Stopped by its owner');
    expect([run.asked(), run.outcomes], 'nobody knows what came of it').toEqual([0, []]);
    run.stop.acknowledge('1');
    run.journal.lapsed.push('before');
    expect(await consentTo(request, run.publishing)).toMatchObject({ consent: { itemId: 'it 1' } });
  });

  it('is not asked for after a Stop before its owner has written, nor before the agent has that', async () => {
    const stopped = setUp({ openItems: [redeemed] });
    stopped.stop.take('1');
    await expect(consentTo(request, stopped.publishing)).rejects.toThrow('Stopped by its owner');
    stopped.unsaid.push({ createdAt: '2' });
    expect(await consentTo(request, stopped.publishing)).toBeNull();
    expect(stopped.asked()).toBe(0);
  });

  it('that Stop has rejected is asked for anew, but what its owner has written since comes first', async () => {
    const again = setUp({ byStop: 1 });
    expect(await consentTo(request, again.publishing)).toMatchObject({ consent: { itemId: 'it 2', isApproved: true } });
    const later = setUp({ byStop: 1 });
    later.unsaid.push({ createdAt: '2' });
    expect(await consentTo(request, later.publishing)).toBeNull();
    expect(later.asked()).toBe(1);
  });
});
