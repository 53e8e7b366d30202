import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { describeCall } from './describe-call.ts';

let workspace: string;
beforeEach(async () => {
  workspace = await mkdtemp(join(tmpdir(), 'countersign-passage-'));
});
afterEach(() => rm(workspace, { recursive: true }));

/** What is shown of a call that replaces one text in a file by another, and what is said beside. */
async function shown(held: string, oldText: string | undefined, newText: string, rawInput: unknown = {}) {
  await writeFile(join(workspace, 'a.txt'), held);
  const content = [{ type: 'diff' as const, path: join(workspace, 'a.txt'), oldText, newText }];
  const call = { toolCallId: '1', title: 'Edit', kind: 'edit' as const, content, rawInput };
  const fields = await describeCall(call, workspace);
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
