import { expect, it } from 'vitest';
import { summaryOf } from './summary.ts';

const OBJECT = 'a'.repeat(40);

/** Files that were changed outside of any step: path → git's mode. */
function outsideOf(modes: Readonly<Record<string, string>>) {
  const files = Object.entries(modes).map(
    ([path, mode]) => [path, { content: `${mode} ${OBJECT}`, steps: {}, isOutside: true }] as const,
  );
  return summaryOf(new Map(files), {}).outside;
}

const harmless = (count: number, nameOf = (number: string) => `a${number}.txt`) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [nameOf(String(at).padStart(4, '0')), '100644']));

it('names those that can act first, so that a mass of others cannot keep them from being named', () => {
  const acting = {
    '.github/workflows/ci.yml': '100644',
    '.npmrc': '100644',
    'web/package.json': '100644',
    'z-hook.sh': '100644',
    'z-link': '120000',
    'z-module': '160000',
    'z-tool': '100755',
  };
  const { files, listed } = outsideOf({ ...harmless(300), ...acting });
  expect(files).toBe(307);
  expect(listed).toHaveLength(200);
  expect(listed.slice(0, 8)).toEqual([...Object.keys(acting), 'a0000.txt']);
});

it('names up to 200, all of them in order where there are no more', () => {
  const { files, listed } = outsideOf(harmless(200));
  expect(listed).toHaveLength(files);
  expect(listed).toEqual([...listed].sort());
});

it('names no more than fit, and counts the rest', () => {
  const { files, listed } = outsideOf(harmless(150, (number) => `${'long'.repeat(49)}${number}`));
  expect({ files, listed: listed.length }).toEqual({ files: 150, listed: 100 });
});
