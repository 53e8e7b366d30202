import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'countersign-lint-'));
writeFileSync(join(folder, 'tsconfig.json'), '{ "compilerOptions": { "strict": true }, "include": ["*.ts"] }');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What the lint with types says of a file with this text. */
function complaints(text: string): string {
  const file = join(folder, 'new.ts');
  writeFileSync(file, text);
  const config = join(root, '.oxlintrc.json');
  const args = [join(root, 'node_modules/oxlint/bin/oxlint'), '--type-aware', '-c', config, file];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
  if (status !== 0 && !stdout.includes('typescript(')) throw new Error(`The lint failed: ${stdout}${stderr}`);
  return stdout;
}

it.each([
  ['a promise that nothing waits for', 'no-floating-promises', 'export const f = (p: Promise<void>) => { p; };'],
  [
    'a promise where none is expected',
    'no-misused-promises',
    'export const f = (p: Promise<boolean>) => { if (p) throw new Error(); };',
  ],
  [
    'a case that was forgotten',
    'switch-exhaustiveness-check',
    `export function f(c: 'a' | 'b') { switch (c) { case 'a': throw new Error(); } }`,
  ],
])('%s is an error', (_what, rule, text) => {
  expect(complaints(text)).toContain(`typescript(${rule})`);
});

it('a promise that is waited for is none', () => {
  expect(complaints('export const f = async (p: Promise<void>) => { await p; };')).not.toContain('typescript(');
});
