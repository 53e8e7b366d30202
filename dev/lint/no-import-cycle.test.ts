import { ESLint, type Linter, type Rule } from 'eslint';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

// ESLint loads them without a compiler, so they are JavaScript.
const files: readonly [string, string] = ['./no-import-cycle.js', './outline-parser.js'];
const { noImportCycle } = (await import(files[0])) as { noImportCycle: Rule.RuleModule };
const { outlineParser } = (await import(files[1])) as { outlineParser: Linter.Parser };

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'import-cycle-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** The complaints about these files, as "file: message". */
async function lint(files: Record<string, string>): Promise<string[]> {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const config: Linter.Config = {
    files: ['**/*.ts'],
    languageOptions: { parser: outlineParser },
    plugins: { local: { rules: { 'no-import-cycle': noImportCycle } } },
    rules: { 'local/no-import-cycle': 'error' },
  };
  const eslint = new ESLint({ cwd: folder, overrideConfigFile: true, overrideConfig: config });
  const results = await eslint.lintFiles(['*.ts']);
  return results.flatMap(({ filePath, messages }) =>
    messages.map(({ message }) => `${filePath.slice(folder.length + 1)}: ${message}`),
  );
}

it('names the way around a cycle in every file of it, and nowhere else', async () => {
  const found = await lint({
    'a.ts': "import { b } from './b.ts';\nexport const a = b;\n",
    'b.ts': "export { c as b } from './c.ts';\n",
    'c.ts': "import './a.ts';\nexport const c = 1;\n",
    'outside.ts': "import './a.ts';\n",
  });
  expect(found).toEqual([
    'a.ts: This import leads back here: a.ts → b.ts → c.ts → a.ts.',
    'b.ts: This import leads back here: b.ts → c.ts → a.ts → b.ts.',
    'c.ts: This import leads back here: c.ts → a.ts → b.ts → c.ts.',
  ]);
});

it('finds a file that imports itself', async () => {
  expect(await lint({ 'a.ts': "export * from './a.ts';\n" })).toHaveLength(1);
});

it('lets types and later imports go around', async () => {
  const found = await lint({
    'a.ts': "import type { B } from './b.ts';\nexport type A = B | 1;\n",
    'b.ts': "export type { A } from './a.ts';\nimport './c.ts';\nexport type B = 2;\n",
    'c.ts': "export const load = () => import('./b.ts');\n",
  });
  expect(found).toEqual([]);
});

it('counts an import whose names alone are marked as types as one of values: the file is still run', async () => {
  const found = await lint({
    'a.ts': "import { type B } from './b.ts';\nexport type A = B;\n",
    'b.ts': "import { type A } from './a.ts';\nexport type B = A;\n",
  });
  expect(found).toHaveLength(2);
});
