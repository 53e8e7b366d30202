import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { changesOf, normal, resultsOf } from '../../attribution/changes.ts';
import { ASK_LIMIT_BYTES } from '../../server/fit-item.ts';
import { describeCall } from './describe-call.ts';

let workspace: string;
beforeEach(async () => {
  workspace = await mkdtemp(join(tmpdir(), 'countersign-passage-'));
});
afterEach(() => rm(workspace, { recursive: true }));

/** A call that replaces one text in a file by another, as it is shown. */
async function fieldsOf(held: string, oldText: string | undefined, newText: string, rawInput: unknown = {}) {
  await writeFile(join(workspace, 'a.txt'), held);
  const content = [{ type: 'diff' as const, path: join(workspace, 'a.txt'), oldText, newText }];
  const call = { toolCallId: '1', title: 'Edit', kind: 'edit' as const, content, rawInput };
  return describeCall(call, workspace);
}

/** What is shown of it, and what is said beside. */
async function shown(...call: Parameters<typeof fieldsOf>) {
  const fields = await fieldsOf(...call);
  const { path: _path, ...texts } = fields.toolParameters as Record<string, unknown>;
  return { ...texts, note: fields.content ?? null };
}

describe('a passage', () => {
  const times = (count: number | string) =>
    `A passage that this replaces is in a.txt ${count} times: the agent does not say which of them it means, or whether all of them.`;

  it('is said to be in several places where the agent does not say which it means', async () => {
    const texts = ['}\n', '}\nc {\n}\n'] as const;
    const held = 'a {\n  }\n}\nb {\n}\n';
    expect(await shown(held, ...texts)).toEqual({ oldText: texts[0], newText: texts[1], note: times(2) });
    expect((await shown(held.replaceAll('\n', '\r\n'), ...texts)).note).toBe(times(2));
    expect((await shown('a {\n  }\n}\n', ...texts)).note, 'other lines end alike').toBeNull();
    expect((await shown('a, a\n', 'a', 'b')).note).toBe(times(2));
    expect((await shown('a, a\n', 'a', 'b', { replace_all: true })).note, 'all of them').toBeNull();
    expect((await shown('a\nb\na\n', 'a', 'c')).note, 'one of them the last line').toBe(times(2));
    expect((await shown('a\na\na\n', 'a\na\n', 'c\n')).note, 'which overlap').toBe(times(2));
    for (const passage of ['a\n', 'a'])
      expect((await shown('a\n'.repeat(101), passage, 'b')).note, passage).toBe(times('more than 100'));
  });

  it.each([
    ['a\n'.repeat(20_000), 'b\n'],
    [`${'a\n'.repeat(20_000)}a`, ''],
  ])('of many equal lines is looked for in little time, case %#', async (oldText, newText) => {
    const begun = process.cpuUsage();
    await shown('a\n'.repeat(160_000), oldText, newText);
    expect(process.cpuUsage(begun).user / 1_000).toBeLessThan(1_000);
  });

  it('that is removed may take the line break after it along, which is said where that joins lines', async () => {
    const note = 'The line break after the text that this removes from a.txt may go, too, which joins two lines.';
    expect(await shown('one two\nthree\n', ' two', '')).toMatchObject({ isPassage: true, note });
    expect((await shown('one\ntwo\nthree\n', 'two', '')).note).toBeNull();
    expect((await shown('one two three\n', ' two', '')).note).toBeNull();
  });

  it('of a file whose lines end otherwise is one all the same if it is removed', async () => {
    expect(await shown('one\r\ntwo\r\nthree\r\n', 'one\ntwo\n', '')).toMatchObject({ isPassage: true });
    expect(await shown('one\r\ntwo\r\n', 'one\ntwo\n', '')).not.toHaveProperty('isPassage');
  });

  it('that the file does not hold is said not to be there, with all that it holds', async () => {
    const note =
      'a.txt does not hold the text that the agent says it replaces: all that it holds is shown as replaced.';
    expect(await shown('one\n', 'two', 'three')).toEqual({ oldText: 'one\n', newText: 'three', note });
    expect((await shown('one\n', undefined, 'three')).note).toBeNull();
    expect((await shown('one\n', '\u044F'.repeat(5_000), 'x')).note, 'however long it is').toBe(note);
    const begun = process.cpuUsage();
    expect((await shown('\\'.repeat(200_000), '\u044F', 'x')).note, 'whatever is there').toBe(note);
    expect(process.cpuUsage(begun).user / 1_000).toBeLessThan(1_000);
  });
});

describe('a passage with other characters than the file has is shown as Claude Code replaces it', () => {
  it.each([
    [
      'double quotation marks',
      'Say \u201Cone\u201D.',
      'Say "one".',
      '("two" or "it\'s")',
      "(\u201Ctwo\u201D or \u201Cit's\u201D)",
    ],
    ['single ones, and apostrophes', '\u2018a\u2019', "'a'", "'it's' 's", '\u2018it\u2019s\u2019 \u2018s'],
    ['an escape for a character', 'caf\u00e9 x', String.raw`caf\u00e9`, String.raw`th\u00e9`, 'th\u00e9'],
    [
      'a character for an escape',
      String.raw`caf\u00E9 x`,
      'caf\u00e9',
      'th\u00e9, \u00fc',
      String.raw`th\u00E9, \u00FC`,
    ],
  ])('%s', async (_what, held, oldText, newText, made) => {
    const found = await shown(`x\r\n${held}\r\ny\r\n`, `x\n${oldText}`, `x\n${newText}`);
    const passage = held.endsWith(' x') ? held.slice(0, -2) : held;
    expect(found).toEqual({ oldText: `x\n${passage}`, newText: `x\n${made}`, note: null });
  });

  it('unless it is escaped itself', async () => {
    expect((await shown(String.raw`caf\\u00e9`, 'caf\u00e9', 'x')).note).toContain('does not hold the text');
    const held = String.raw`\\u00e9 \\\u00e9 \u00E9`;
    expect(await shown(held, '\\\\\u00e9', 'x'), 'a pair before it').toMatchObject({
      oldText: String.raw`\\\u00e9`,
      newText: 'x',
    });
  });
});

it('says that a byte order mark may stay or go with a whole file', async () => {
  const note = 'a.txt begins with a byte order mark, which this may keep or remove.';
  expect((await shown('\uFEFFone\n', 'one\n', 'two\n')).note).toBe(note);
  expect((await shown('\uFEFFone\n', undefined, 'two\n')).note).toBe(note);
  expect((await shown('\uFEFFone\nmore\n', 'one\n', 'two\n')).note).toBeNull();
  expect((await shown('\uFEFFone\n', undefined, '\uFEFFtwo\n')).note).toBeNull();
});

describe('a file too large to be shown whole', () => {
  const line = (number: number) => `  "package-${number}": "a version, and what it was made of",\n`;
  const held = Array.from({ length: 12_000 }, (_, index) => line(index)).join('');

  it('is shown around what changes, and is compared as a whole', async () => {
    const made = held.replace('"package-6000": "a version', '"package-6000": "another version');
    const fields = await fieldsOf(held, held, made);
    expect(Buffer.byteLength(JSON.stringify(fields))).toBeLessThan(ASK_LIMIT_BYTES / 20);
    const from = held.indexOf(line(5900));
    const oldText = held.slice(from, held.indexOf(line(6101)));
    expect(fields.toolParameters).toEqual({
      path: 'a.txt',
      oldText,
      newText: made.slice(from, from + oldText.length + 'nother'.length),
    });
    expect(fields.content).toBe(
      'Shown here: the lines 5901 to 6101 of a.txt, which is too large to be shown whole. It keeps its others.',
    );
    expect(resultsOf(changesOf(fields), held)).toEqual([normal(made)]);
  });

  it('is shown with as many lines as tell the place from others', async () => {
    const equal = 'the same line, again and again\n'.repeat(250);
    const twice = `${held}${equal}${held}`;
    const made = twice.replace(equal, `${equal}more\n`);
    const fields = await fieldsOf(twice, twice, made);
    const { oldText } = fields.toolParameters as { oldText: string };
    expect(twice.split(oldText)).toHaveLength(2);
    expect(resultsOf(changesOf(fields), twice)).toEqual([normal(made)]);
  });

  it('is shown whole, which nobody is asked to read, where the changes are far from each other', async () => {
    const made = held.replace(line(10), '').replace(line(11_000), '');
    expect(await fieldsOf(held, held, made)).toMatchObject({ toolParameters: { oldText: held, newText: made } });
  });

  it('is shown as its agent says where the file holds something else', async () => {
    const fields = await fieldsOf(`${held}one\n`, held, held.replace(line(1), line(2)));
    expect(fields.toolParameters).toMatchObject({ oldText: held });
  });
});
