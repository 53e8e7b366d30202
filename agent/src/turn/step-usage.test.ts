import type { ModelTokens } from '@countersign/contract/agent';
import { expect, it } from 'vitest';
import { createStepUsage } from './step-usage.ts';

const used = (inputTokens: number): ModelTokens => ({ model: 'm', inputTokens, outputTokens: 0, cachedTokens: 0 });

/** What was last reported of each step; of those in `unknown` nothing can be reported yet. */
function setUp() {
  const told: Record<string, number> = {};
  const unknown = new Set<string>();
  const usage = createStepUsage({
    reports: {
      putUsage(id, [sum]) {
        if (unknown.has(id)) return false;
        told[id] = sum?.inputTokens ?? 0;
        return true;
      },
    },
  });
  return { told, unknown, usage };
}

it('gives a reply to the step that begins while it comes, or after it', () => {
  const { told, usage } = setUp();
  usage.asks();
  usage.begins({ itemId: 'words' });
  usage.used(used(10));
  usage.asks();
  usage.used(used(7));
  usage.begins({ itemId: 'call' });
  usage.begins({ itemId: 'second call' });
  usage.asks();
  usage.used(used(5));
  usage.begins({ itemId: 'last' });
  usage.turnEnds();
  expect(told).toEqual({ words: 10, call: 7, last: 5 });
});

it('adds up what several replies use before a step, and gives the rest of a turn to its last step', () => {
  const { told, usage } = setUp();
  for (const tokens of [1, 2, 3]) {
    usage.asks();
    usage.used(used(tokens));
  }
  usage.begins({ itemId: 'a' });
  usage.asks();
  usage.used(used(10));
  usage.turnEnds();
  usage.turnEnds();
  expect(told).toEqual({ a: 16 });
});

it('reports it when the step is recorded, under the id that it has by then', () => {
  const { told, unknown, usage } = setUp();
  const step = { itemId: 'first' };
  unknown.add('first');
  usage.begins(step);
  usage.used(used(4));
  expect(told).toEqual({});
  step.itemId = 'asked anew';
  usage.asks();
  usage.used(used(2));
  expect(told).toEqual({ 'asked anew': 4 });
});
