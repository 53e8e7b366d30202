// Documents must not dangle: what they name exists, what they link to opens, what they list is what the contract lists.
import { containerMoves, errorStatus, grantStates, taskMoves, type Move } from '@countersign/contract';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, test } from 'vitest';
import { anchorsIn, codeWordsIn, linksIn, tableBelow } from './testing/markdown.ts';

const root = join(import.meta.dirname, '..');
const textOf = (path: string) => readFileSync(join(root, path), 'utf8');

/** Files that are, or are about to be, in the repository. */
const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root })
  .toString()
  .split('\0')
  .filter((file) => file !== '' && existsSync(join(root, file)));
const folders = new Set(files.flatMap((file) => [...file.matchAll(/\//g)].map(({ index }) => file.slice(0, index))));
const topFolders = new Set([...folders].filter((folder) => !folder.includes('/')));
const places = [...files, ...folders];

const documents = files.filter((file) => file.endsWith('.md') && /^([^/]+|docs\/.+|\.github\/.+)$/.test(file));
const sources = files.filter((file) => /\.(ts|tsx|mjs|js|json|rules|html|yml)$|Dockerfile$/.test(file));

/** Written by whoever deploys, never kept in the repository. */
const unkept = ['functions/.env', 'functions/.env.<project>'];
/** Folders in which no comment may cite a numbered section of a document that is not here. */
const withoutCitations = ['contract', 'functions', 'agent', 'web', 'dev', 'e2e', 'bench', 'docs', '.github'];

test('the documents are found', () => {
  const expected = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md', 'docs/design.md'];
  expect(documents).toEqual(expect.arrayContaining(expected));
});

describe.each(documents)('%s', (document) => {
  test('names only files that there are', () => expect(missingPaths(textOf(document))).toEqual([]));
  test('has only links that open', () => expect(brokenLinks(document, textOf(document))).toEqual([]));
  test('names only settings that there are', () => expect(missingSettings(textOf(document))).toEqual([]));
  test('names only commands that there are', () => expect(missingCommands(textOf(document))).toEqual([]));
});

test('what is missing would be found', () => {
  const text = `# Title
[a](docs/no.md), [b](ARCHITECTURE.md#nowhere), [c](#title), \`contract/src/no.ts\`, \`no-such-file.ts\`, \`dev/nothing/*.ts\`,
\`agent/src/agents/<name>.ts\`, \`moves.ts\`, \`NO_SUCH_SETTING\`, \`NOWHERE_*\`, \`RUNNING_*\`, \`npm run nothing\``;
  expect(brokenLinks('README.md', text)).toEqual(['docs/no.md', 'ARCHITECTURE.md#nowhere']);
  expect(missingPaths(text)).toEqual(['contract/src/no.ts', 'no-such-file.ts', 'dev/nothing/*.ts']);
  expect(missingSettings(text)).toEqual(['NO_SUCH_SETTING', 'NOWHERE_*']);
  expect(missingCommands(text)).toEqual(['nothing']);
});

test('the sources cite documents and headings that there are', () => {
  const broken = sources.flatMap((source) =>
    [...textOf(source).matchAll(/\bdocs\/(?:design|decisions\/[\w-]+)\.md(?:#[\w-]+)?/g)].flatMap(([target]) =>
      opens(target) ? [] : [`${source}: ${target}`],
    ),
  );
  expect(broken).toEqual([]);
});

test.each(withoutCitations)('nothing in %s cites a section by its number', (folder) => {
  const inFolder = [...sources, ...documents].filter((file) => file.startsWith(`${folder}/`));
  expect(inFolder.filter((file) => /\u00a7\s*\d/.test(textOf(file)))).toEqual([]);
});

describe('docs/design.md', () => {
  const design = textOf('docs/design.md');
  const firstCells = (heading: string, count: number) => tableBelow(design, heading).map((row) => row.slice(0, count));
  const rowOf = ({ from, to, by, on }: Move<string>) => [from, to, by, on];

  test('has the moves of the contract', () => {
    expect(firstCells('### Tasks', 4)).toEqual(taskMoves.map(rowOf));
    expect(firstCells('### Containers', 4)).toEqual(containerMoves.map(rowOf));
  });

  test('has the error codes and grants of the contract', () => {
    const codes = Object.entries(errorStatus).map(([code, status]) => [code, String(status)]);
    expect(firstCells('### Errors', 2).sort()).toEqual(codes.sort());
    expect(firstCells('### Item decisions', 1).flat()).toEqual([...grantStates]);
  });
});

/** Paths in code quotes that lead nowhere, given from the root or by their end, such as a file's name. */
function missingPaths(text: string): string[] {
  return codeWordsIn(text).filter((word) => isPath(word) && !unkept.includes(word) && !isThere(word));
}

function isPath(word: string): boolean {
  const [first = '', ...others] = word.split('/');
  if (others.length > 0 && topFolders.has(first)) return true;
  return /^[\w.@-]+(\/[\w.@-]+)*\.(ts|tsx|mjs|js|json|md|yml|rules)$/.test(word);
}

/** For `a/b/<name>.ts` and `a/b/*.ts`, whether the folder exists. */
function isThere(word: string): boolean {
  const [plain = ''] = word.split(/[<*{]/);
  const wanted = (plain === word ? word : plain.slice(0, plain.lastIndexOf('/'))).replace(/\/$/, '');
  return places.some((place) => place === wanted || place.endsWith(`/${wanted}`));
}

function brokenLinks(document: string, text: string): string[] {
  return linksIn(text).filter((target) => {
    if (/^(https?|mailto):/.test(target)) return false;
    if (target.startsWith('#')) return !anchorsIn(text).includes(target.slice(1));
    return !opens(normalize(join(dirname(document), target)));
  });
}

function opens(target: string): boolean {
  const [path = '', anchor] = target.split('#');
  if (!places.includes(path.replace(/\/$/, ''))) return false;
  return anchor === undefined || anchorsIn(textOf(path)).includes(anchor);
}

/** Names of variables, with `NAME_*` for several, that nothing reads. */
function missingSettings(text: string): string[] {
  const names = codeWordsIn(text).flatMap((word) => /^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*(_\*)?$/.exec(word)?.[0] ?? []);
  const known = sources.filter((file) => file !== 'dev/documents.test.ts').map(textOf);
  return names
    .filter((name) => name.includes('_'))
    .filter((name) => !known.some((source) => source.includes(name.replace(/\*$/, ''))));
}

function missingCommands(text: string): string[] {
  const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> };
  const named = [...text.matchAll(/\bnpm run ([\w:-]+)/g)].map(([, name = '']) => name);
  return named.filter((name) => !(name in scripts));
}
