import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { withoutSummaries } from './leave-out-summaries.ts';

const routes = join(import.meta.dirname, '../contract/src/routes');
const files = readdirSync(routes).filter((name) => !['index.ts', 'route.ts'].includes(name));

it.each(files)('empties each summary of %s, and nothing else', (name) => {
  const code = readFileSync(join(routes, name), 'utf8');
  const emptied = withoutSummaries(code);
  const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;
  expect(count(emptied, /summary: '',/g)).toBe(count(code, /\bsummary:/g));
  const lines = new Set(code.split('\n'));
  const changed = emptied.split('\n').filter((line) => !lines.has(line));
  expect(changed.filter((line) => !line.includes("summary: ''"))).toEqual([]);
});
