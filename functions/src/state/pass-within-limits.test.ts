import type { RulePattern, ToolKind } from '@countersign/contract';
import { Timestamp } from 'firebase-admin/firestore';
import { describe, expect, it, test } from 'vitest';
import { limitsOf, passesWithin, questionOf } from '../testing/limited.ts';
import type { NewItem } from '../task-items/write-item.ts';
import { delicatePaths, smuggledCommands } from '../testing/smuggled.ts';
import { findPassing } from './pass-within-limits.ts';

const ofCommand = (line: string, rest: 'none' | 'paths' = 'paths'): RulePattern => ({
  ...{ kind: 'command', words: line.split(' '), rest },
});
const allFiles: RulePattern[] = [
  { kind: 'file', act: 'edit', path: '**' },
  { kind: 'file', act: 'read', path: '**' },
];
/** Everything that limits may let pass. */
const generous = [
  ...['git status', 'npm test', 'npm run lint', 'ls', 'cat', 'grep', 'find .', 'echo', 'head', 'sort'].map((line) =>
    ofCommand(line),
  ),
  ...allFiles,
];
const command = (line: string) => ({ toolKind: 'execute' as const, toolParameters: { command: line } });
const edit = (path: string) => ({ toolKind: 'edit' as const, toolParameters: { path, oldText: 'a', newText: 'b' } });
const now = Timestamp.now();

describe('limits let nothing pass that is smuggled in', () => {
  it.each(smuggledCommands)('%j', (line) => expect(passesWithin(generous, command(line))).toBe(false));
  it.each(delicatePaths)('%j', (path) => {
    expect(passesWithin(generous, edit(path))).toBe(false);
    expect(passesWithin(generous, { type: 'file_creation', toolKind: 'edit', filePath: path })).toBe(false);
  });
});

test('nor a file that several edits name beside another one', () => {
  const sources: RulePattern[] = [{ kind: 'file', act: 'edit', path: 'src/**' }];
  const several = (path: string) => ({
    toolKind: 'edit' as const,
    toolParameters: { file_path: 'src/a.ts', edits: [{ path, oldText: 'a', newText: 'b' }] },
  });
  expect(passesWithin(sources, several('src/b.ts'))).toBe(true);
  expect(passesWithin(sources, several('package.json'))).toBe(false);
  expect(passesWithin(sources, several('docs/a.md'))).toBe(false);
  expect(questionOf(several('package.json')).risk).toMatchObject({ level: 'high', judged: true });
});

test.each<[string, Partial<NewItem>]>([
  ['a creation', { type: 'file_creation' }],
  ['a file', { fileContent: 'x' }],
  ['an empty file', { fileContent: '' }],
  // Stored in pieces, of which only the first is on the item.
  ['a long file', { fileContent: 'x'.repeat(300_000) }],
])('nor what brings %s and calls itself reading', (_what, brought) => {
  const read: Partial<NewItem> = { toolKind: 'read', toolParameters: { path: 'src/a.ts' }, filePath: 'src/a.ts' };
  expect(passesWithin(allFiles, read)).toBe(true);
  expect(passesWithin(allFiles, { ...read, ...brought })).toBe(false);
  expect(questionOf({ ...read, ...brought }).risk).toMatchObject({ level: 'high', judged: false });
});

test.each<[string, ToolKind]>([
  ['approval_request', 'publish'],
  ['approval_request', 'budget'],
  ['approval_request', 'limits'],
  ['approval_request', 'elicitation'],
  ['tool_call', 'publish'],
  ['tool_call', 'delete'],
  ['tool_call', 'fetch'],
  ['tool_call', 'other'],
])('nor what must always be asked: %s of kind %s', (type, toolKind) => {
  const fields = { ...command('npm test'), type: type as 'tool_call', toolKind };
  expect(passesWithin(generous, command('npm test'))).toBe(true);
  expect(passesWithin(generous, fields)).toBe(false);
});

test('nor the server’s own questions, nor what takes the place of another question', () => {
  expect(passesWithin(generous, { ...command('npm test'), author: 'system' })).toBe(false);
  expect(passesWithin(generous, { ...command('npm test'), replaces: 'another' })).toBe(false);
});

test('as many pass as steps are left, in their order; none without limits or after their time', () => {
  const asked = ['npm test', 'rm -rf .', 'ls', 'cat a.ts'].map((line) => questionOf(command(line)));
  const [first, , second, third] = asked;
  const left = (stepsUsed: number) => findPassing(limitsOf(generous, { steps: 30, stepsUsed }), asked, now);
  expect(left(0)).toEqual([first, second, third]);
  expect(left(28)).toEqual([first, second]);
  expect([left(30), left(31)]).toEqual([[], []]);
  expect(findPassing(null, asked, now)).toEqual([]);
  expect(findPassing(limitsOf(generous, { until: now }), asked, now)).toEqual([]);
});
