import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'countersign-lint-'));
const component = (body: string) => `import * as React from 'react';\nexport function It(props) {\n${body}\n}\n`;

/** What is wrong, the rule that reports it, the file, and its text. */
const wrongs = [
  [
    'a promise that nothing waits for',
    'typescript(no-floating-promises)',
    'a.ts',
    'export const f = (p: Promise<void>) => { p; };',
  ],
  [
    'a promise where none is expected',
    'typescript(no-misused-promises)',
    'b.ts',
    'export const f = (p: Promise<boolean>) => { if (p) throw new Error(); };',
  ],
  [
    'a case that was forgotten',
    'typescript(switch-exhaustiveness-check)',
    'c.ts',
    `export function f(c: 'a' | 'b') { switch (c) { case 'a': throw new Error(); } }`,
  ],
  ['a name that nobody uses', 'eslint(no-unused-vars)', 'd.ts', 'export {};\nconst unused = 1;'],
  ['any', 'typescript(no-explicit-any)', 'e.ts', 'export const it = 1 as any;'],
  ['a switched-off check', 'typescript(ban-ts-comment)', 'f.ts', '// @ts-ignore\nexport const it = 1;'],
  ['a variable that never changes', 'eslint(prefer-const)', 'g.ts', 'let it = 1;\nexport { it };'],
  ['a name that is not there', 'eslint(no-undef)', 'h.mjs', 'export const it = nowhere;'],
  ['an import of nothing', 'import(no-empty-named-blocks)', 'j.ts', `import {} from './right.ts';`],
  ['an empty block', 'eslint(no-empty)', 'i.mjs', 'if (process.argv[2]) {\n}'],
  [
    'a hook under a condition',
    'react-hooks(rules-of-hooks)',
    'web/src/a.tsx',
    component('if (props.is) React.useState(1);\nreturn null;'),
  ],
  [
    'an effect that misses what it depends on',
    'react-hooks(exhaustive-deps)',
    'web/src/b.tsx',
    component('React.useEffect(() => console.log(props.a), []);\nreturn null;'),
  ],
  [
    'a component made while rendering',
    'react(static-components)',
    'web/src/c.tsx',
    component('const Inner = () => <p />;\nreturn <Inner />;'),
  ],
  [
    'a ref that is read while rendering',
    'react(refs)',
    'web/src/d.tsx',
    component('const ref = React.useRef(1);\nreturn <p>{ref.current}</p>;'),
  ],
  [
    'state that is set while rendering',
    'react(set-state-in-render)',
    'web/src/e.tsx',
    component('const [a, setA] = React.useState(1);\nsetA(2);\nreturn <p>{a}</p>;'),
  ],
  [
    'a prop that is changed',
    'react(immutability)',
    'web/src/f.tsx',
    component('props.items.a = 1;\nreturn <p>{props.items.a}</p>;'),
  ],
  [
    'what gives another answer each time it is rendered',
    'react(purity)',
    'web/src/g.tsx',
    component('return <p>{Math.random()}</p>;'),
  ],
  [
    'a change outside of those of its feature',
    'eslint(no-restricted-imports)',
    'web/src/features/tasks/h.tsx',
    `import { useMutation } from '@tanstack/react-query';\nexport const it = useMutation;`,
  ],
] as const;

const rights = [
  ['a promise that is waited for', 'right.ts', 'export const f = async (p: Promise<void>) => { await p; };'],
  [
    'a change where those of its feature are',
    'web/src/features/tasks/mutations.ts',
    `import { useMutation } from '@tanstack/react-query';\nexport const it = useMutation;`,
  ],
] as const;

/** The lint's output for all files at once; each line names one. */
let complaints: string[];

beforeAll(() => {
  const write = (file: string, text: string) => {
    mkdirSync(join(folder, dirname(file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  };
  write('tsconfig.json', '{ "compilerOptions": { "strict": true, "jsx": "preserve" }, "include": ["**/*"] }');
  for (const [, file, text] of rights) write(file, text);
  for (const [, , file, text] of wrongs) write(file, text);
  copyFileSync(join(root, '.oxlintrc.json'), join(folder, '.oxlintrc.json'));
  const args = [join(root, 'node_modules/oxlint/bin/oxlint'), '--type-aware', '--format=unix'];
  // The program that knows types is found from the working folder or through PATH.
  const env = { ...process.env, PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH}` };
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8', env });
  complaints = stdout.split('\n');
  if (!complaints.some((line) => line.includes('Error/'))) throw new Error(`The lint failed: ${stdout}${stderr}`);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it.each(wrongs)('%s is an error: %s', (_what, rule, file) => {
  const ofFile = complaints.filter((line) => line.startsWith(`${file}:`));
  expect(ofFile).toContainEqual(expect.stringContaining(`[Error/${rule}]`));
});

it.each(rights)('%s is no error', (_what, file) => {
  expect(complaints.filter((line) => line.startsWith(file))).toEqual([]);
});
