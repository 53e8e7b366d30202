import { join } from 'node:path';
import { ESLint } from 'eslint';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const eslint = new ESLint({ cwd: root, ruleFilter: ({ ruleId }) => ruleId === 'no-restricted-syntax' });

it.each([
  ['vi.waitFor(look)', 1],
  ['vi.waitUntil(look)', 1],
  ['vi.waitUntil(look, 10_000)', 0],
  ['vi.waitFor(look, { timeout: 10_000 })', 0],
])('%s: %d errors, since Vitest’s own limit is one second', async (call, errors) => {
  const text = `import { vi } from 'vitest';\nconst look = () => 1;\nawait ${call};\n`;
  const [result] = await eslint.lintText(text, { filePath: join(root, 'web/src/lib/new.test.ts') });
  expect(result?.errorCount).toBe(errors);
});
