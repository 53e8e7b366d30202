import { expect, it } from 'vitest';
import { createCall } from './call-moves.ts';
import { createRedactor } from '../server/redact.ts';
import { createCurrentTurn } from './current-turn.ts';
import type { Divergences } from './divergence.ts';
import { createCallEnds } from './finish-call.ts';

it.each([
  [undefined, { status: 'completed' }],
  [['listed'], { output: ['listed'] }],
])('says with the outcome, and in the log, which files were not compared: %j', async (rawOutput, response) => {
  const saved: unknown[] = [];
  const logged: string[] = [];
  const notCompared = ['a.txt was not compared with what was approved: it cannot be read.'];
  const divergences = { inFiles: async () => ({ problem: null, notCompared }) } as Partial<Divergences> as Divergences;
  const ends = createCallEnds({
    divergences,
    current: createCurrentTurn(),
    reports: { reportOutcome: () => undefined },
    reportWhenSaved: (itemId, outcome) => void saved.push([itemId, outcome]),
    log: Object.assign((line: string) => void logged.push(line), {
      connect: () => undefined,
      flush: async () => undefined,
    }),
    redact: createRedactor(),
    onProgress: () => undefined,
  });
  const call = { toolCallId: '1', title: 'Edit', status: 'completed' as const, rawOutput };
  const known = createCall({ toolCallId: '1', itemId: 'item', parentId: null, call });
  known.ask();
  known.release();
  known.end();
  await ends.finish(known);
  expect(saved).toEqual([['item', { outcome: 'executed', toolResponse: { ...response, notCompared } }]]);
  expect(logged).toEqual(notCompared);
});
