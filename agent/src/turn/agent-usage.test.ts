import { expect, it } from 'vitest';
import { createAgentUsage } from './agent-usage.ts';

function usage() {
  const state = { proxy: 0, asked: 0, told: [] as number[], log: [] as string[] };
  const counted = () => state.proxy + state.told.reduce((sum, one) => sum + one, 0);
  const agent = createAgentUsage(
    { counted, asked: () => state.asked, count: (tokens) => state.told.push(tokens) },
    (line) => state.log.push(line),
  );
  /** One turn in which the proxy counts this many tokens, and the agent says this. */
  const turn = (proxy: number | null, ...said: number[]) => {
    agent.turnBegins();
    if (proxy !== null) state.asked += 1;
    state.proxy += proxy ?? 0;
    for (const used of said) agent.takes({ used });
    agent.turnEnds();
  };
  return { state, turn };
}

it('is never added to what the proxy has counted', () => {
  const { state, turn } = usage();
  turn(1_000, 400, 600);
  turn(10, 610);
  turn(0, 700);
  expect(state.told, 'nor where its model gave no answer').toEqual([]);
  expect(state.log).toEqual([]);
});

it('counts, if the proxy was not asked in the whole turn, each reply once', () => {
  const { state, turn } = usage();
  turn(null, 400, 400, 600);
  expect(state.told).toEqual([400, 600]);
  turn(null, 600);
  expect(state.told, 'said again').toEqual([400, 600]);
  turn(null, 700, Number.NaN, -1);
  expect(state.told).toEqual([400, 600, 700]);
});

it('counts a number that no conversation reaches as a full one, once', () => {
  const { state, turn } = usage();
  turn(null, 1e12, 2e12);
  turn(null, 3e12, 500);
  expect(state.told).toEqual([2_000_000, 500]);
});

it('doubts, once, a number larger than the proxy can have seen', () => {
  const { state, turn } = usage();
  turn(100, 5_000);
  turn(100, 6_000);
  expect(state.told).toEqual([]);
  expect(state.log).toEqual([expect.stringContaining('takes 5000 tokens, and its model proxy has counted 100')]);
});
