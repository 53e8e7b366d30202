import { expect, it } from 'vitest';
import { fitResponse } from './fit-item.ts';

const lines = (count: number) =>
  Array.from({ length: count }, (_, index) => `\u001b[32m✓\u001b[0m test ${index}`).join('\n');

it("keeps how a program's long output begins and ends, and what is said beside it, as it is", () => {
  const output = `${lines(20_000)}\n3 failed`;
  const fitted = fitResponse({ output, metadata: { exit: 1 } }) as { output: string };
  expect(fitted).toMatchObject({ metadata: { exit: 1 } });
  expect(fitted.output.startsWith(lines(100))).toBe(true);
  expect(fitted.output.endsWith('3 failed')).toBe(true);
  const [, left] = /\n\[left out here: (\d+) characters\]\n/.exec(fitted.output) ?? [];
  expect(fitted.output.replace(/\n\[left out here: \d+ characters\]\n/, '')).toHaveLength(output.length - Number(left));
  expect(JSON.stringify(fitted).length).toBeLessThanOrEqual(100_000);
});

it('leaves a short result as it is, and cuts the text of one that has too many parts', () => {
  const short = { output: lines(10), metadata: { exit: 0 } };
  expect(fitResponse(short)).toEqual(short);
  expect(fitResponse(Array.from({ length: 60_000 }, (_, index) => index))).toMatchObject({ truncated: true });
  expect(fitResponse(undefined)).toBeNull();
});
