import { describe, expect, it } from 'vitest';
import { createModelMeter } from './model-meter.ts';

const never = new AbortController().signal;
const limited = (tokensLeft: number | null) => ({ tokensLeft, message: tokensLeft === null ? null : 'The cap.' });
const used = (inputTokens: number, outputTokens = 0) => ({ inputTokens, outputTokens });

function meterWith(tokensLeft: number | null) {
  const meter = createModelMeter();
  meter.report().heard(limited(tokensLeft));
  return meter;
}

describe('the sums', () => {
  it('add up, and each call counts once', () => {
    const meter = createModelMeter();
    expect(meter.report().body).toEqual({});
    const [one, two] = [meter.begin(5), meter.begin(5)];
    one?.settle(used(10, 3));
    one?.settle(used(10, 3));
    two?.settle(null);
    two?.settle(used(1, 1));
    meter.begin(5)?.settle(used(1, 1));
    expect(meter.report().body).toMatchObject({ usage: used(11, 4) });
  });

  it('stay within what the server accepts', () => {
    const meter = createModelMeter();
    for (let call = 0; call < 3; call += 1) meter.begin(1)?.settle(used(900_000_000_000, 1));
    expect(meter.report().body).toMatchObject({ usage: used(1_000_000_000_000, 3) });
  });

  it('are reported when the server has the latest ones', () => {
    const meter = createModelMeter();
    expect(meter.isTold).toBe(true);
    meter.begin(1)?.settle(used(10));
    const report = meter.report();
    meter.begin(1)?.settle(used(10));
    report.heard(undefined);
    expect(meter.isTold).toBe(false);
    meter.report().heard(undefined);
    expect(meter.isTold).toBe(true);
  });
});

describe('what is left', () => {
  it.each([[null], [undefined]])('is anything without a limit (%s)', (tokensLeft) => {
    const meter = createModelMeter();
    meter.report().heard(tokensLeft === undefined ? undefined : limited(tokensLeft));
    meter.begin(1)?.settle(used(1_000_000_000));
    expect(meter.begin(1_000_000_000)).not.toBeNull();
    expect(meter.message).toBeNull();
  });

  it('shrinks by what was counted since it was reported, and by that alone', () => {
    const meter = meterWith(100);
    meter.begin(1)?.settle(used(60, 30));
    expect(meter.begin(1)).not.toBeNull();
    const report = meter.report();
    meter.begin(1)?.settle(used(1));
    // By now the server knows of the 90.
    report.heard(limited(10));
    meter.begin(1)?.settle(used(7));
    expect(meter.isUsedUp).toBe(false);
    meter.begin(1)?.settle(used(2));
    expect(meter.isUsedUp).toBe(true);
    expect(meter.begin(1)).toBeNull();
    expect(meter.message).toBe('The cap.');
  });

  it('is less while calls are under way, by their estimates', () => {
    const meter = meterWith(100);
    const calls = [meter.begin(60), meter.begin(60), meter.begin(1)];
    expect(calls.map((call) => call !== null)).toEqual([true, true, false]);
    expect(meter.isUsedUp).toBe(false);
    calls[0]?.settle(used(10));
    expect(meter.begin(1)).not.toBeNull();
  });

  it('is not taken from an answer that a later one has overtaken', () => {
    const meter = createModelMeter();
    const [first, second] = [meter.report(), meter.report()];
    second.heard(limited(0));
    first.heard(limited(1_000));
    expect(meter.begin(1)).toBeNull();
  });

  it('lets waiting calls begin, one after the other', async () => {
    const meter = meterWith(0);
    const begun: number[] = [];
    const leaving = new AbortController();
    const wait = (number: number, signal: AbortSignal) =>
      meter.whenLeft(30, signal).then((call) => {
        begun.push(number);
        return call;
      });
    const left = wait(0, leaving.signal);
    const waiting = [1, 2, 3].map((number) => wait(number, never));
    leaving.abort(new Error('gone'));
    await expect(left).rejects.toThrow('gone');
    meter.report().heard(limited(50));
    const first = await waiting[0];
    await waiting[1];
    expect(begun).toEqual([1, 2]);
    first?.settle(used(10));
    await waiting[2];
    expect(begun).toEqual([1, 2, 3]);
  });

  it('keeps nobody waiting who has already left', async () => {
    await expect(meterWith(0).whenLeft(1, AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
    await expect(meterWith(5).whenLeft(1, never)).resolves.toBeDefined();
  });
});
