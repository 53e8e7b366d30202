import { describe, expect, it } from 'vitest';
import { callMoves, createCall, IllegalCallMove, type CallStage, type KnownCall } from './call-moves.ts';

const fresh = () =>
  createCall({ toolCallId: 'c', itemId: 'i', parentId: null, call: { toolCallId: 'c', title: 'Run ls' } });

/** The shortest way to each stage. */
const ways: Record<CallStage, (call: KnownCall) => void> = {
  heard: () => undefined,
  asked: (call) => call.ask(),
  released(call) {
    call.ask();
    call.release();
  },
  ended(call) {
    ways.released(call);
    call.end();
  },
  finished: (call) => call.end(),
  diverged(call) {
    ways.released(call);
    call.diverge();
  },
};

const steps: Record<Exclude<CallStage, 'heard'>, (call: KnownCall) => void> = {
  asked: (call) => call.ask(),
  released: (call) => call.release(),
  ended: (call) => call.end(),
  finished: (call) => call.finish(),
  diverged: (call) => call.diverge(),
};

describe('the life of a call', () => {
  it('begins with nobody asked', () => {
    expect([fresh().stage, fresh().wasAsked, fresh().isOver]).toEqual(['heard', false, false]);
  });

  it('goes from the request through the approval to a compared result', () => {
    const call = fresh();
    const stages: CallStage[] = [];
    for (const step of [call.ask, call.release, call.end, call.finish]) {
      step();
      stages.push(call.stage);
    }
    expect(stages).toEqual(['asked', 'released', 'ended', 'finished']);
    expect(call.isOver).toBe(true);
  });

  it('does not end by what the agent says while what was approved has not been compared', () => {
    const call = fresh();
    ways.released(call);
    call.end();
    expect(call.stage).toBe('ended');
  });

  it('remembers that somebody was asked', () => {
    const call = fresh();
    call.ask();
    call.end();
    expect([call.stage, call.wasAsked]).toEqual(['finished', true]);
  });

  // An end is only the agent's word: it ends a call that was not approved; one that was is still to be compared.
  const moves = (Object.keys(ways) as CallStage[]).flatMap((from) =>
    (Object.keys(steps) as Array<keyof typeof steps>)
      .filter((to) => to !== 'ended')
      .map((to) => ({ from, to, isLegal: callMoves[from].includes(to) })),
  );
  it.each(moves.filter(({ isLegal }) => isLegal))('leads from $from to $to', ({ from, to }) => {
    const call = fresh();
    ways[from](call);
    steps[to](call);
    expect(call.stage).toBe(to);
  });
  it.each(moves.filter(({ isLegal }) => !isLegal))('never leads from $from to $to', ({ from, to }) => {
    const call = fresh();
    ways[from](call);
    expect(() => steps[to](call)).toThrow(IllegalCallMove);
    expect(call.stage).toBe(from);
  });

  it('releases nothing that nobody was asked about, or that is over', () => {
    for (const from of ['heard', 'released', 'ended', 'finished', 'diverged'] as const) {
      expect(callMoves[from], from).not.toContain('released');
    }
  });
});
