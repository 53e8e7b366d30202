import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ToolCall, ToolCallUpdate } from '@agentclientprotocol/sdk';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createCall } from './call-moves.ts';
import { describeCall } from './shown/describe-call.ts';
import { createDivergences, type Divergences } from './divergence.ts';
import { mergeCall } from './tool-call.ts';

let workspace: string;
beforeEach(async () => {
  workspace = await mkdtemp(join(tmpdir(), 'countersign-diverge-'));
});
afterEach(() => rm(workspace, { recursive: true }));

const fits = { problem: null, notCompared: [] };
const differs = {
  problem: "After the agent's edit, a.txt holds other content than you approved. It was not published.",
  notCompared: [],
};

async function approved(call: Partial<ToolCall>) {
  const described = { toolCallId: '1', title: 'Tool', ...call };
  const known = createCall({ toolCallId: '1', itemId: 'item', parentId: null, call: described });
  const divergences = createDivergences(workspace);
  await divergences.expect(known, known.call, await describeCall(known.call, workspace));
  known.call.status = 'completed';
  return { known, divergences };
}

describe('arguments after the approval', () => {
  const later = async (rawInput: unknown) => {
    const { known, divergences } = await approved({ kind: 'execute', rawInput: { command: 'ls', cwd: '/w' } });
    return divergences.inNews(known, { toolCallId: '1', rawInput });
  };

  it('may be repeated, in part or not at all', async () => {
    expect(await later({ command: 'ls', cwd: '/w' })).toBeNull();
    expect(await later({ command: 'ls' })).toBeNull();
    expect(await later(undefined)).toBeNull();
  });

  it('must not change or grow', async () => {
    expect(await later({ command: 'rm -r .', cwd: '/w' })).toContain('arguments other than the approved ones');
    expect(await later({ command: 'ls', cwd: '/w', stdin: 'x' })).toContain('arguments other than the approved ones');
  });

  it('must be those that were asked, whatever came while the person was deciding', async () => {
    const { known, divergences } = await approved({ kind: 'execute', rawInput: { command: 'ls' } });
    expect(divergences.sinceAsked(known)).toBeNull();
    known.call = mergeCall(known.call, { toolCallId: '1', rawInput: { command: 'rm -r .' } });
    expect(divergences.sinceAsked(known)).toContain('arguments other than the approved ones');
  });
});

describe('the command of an agent that gives no arguments is its title', () => {
  const command = 'npm test';
  const begin = () => approved({ kind: 'execute', title: command });

  it.each<[string, Partial<ToolCallUpdate>]>([
    ['repeated', { title: command, status: 'in_progress' }],
    ['left out', { status: 'in_progress' }],
    ['said again as an argument', { rawInput: { command, description: 'Test' } }],
    ['replaced by what came of it', { title: 'Ran the tests', status: 'completed' }],
  ])('and may be %s', async (_how, later) => {
    const { known, divergences } = await begin();
    expect(divergences.inNews(known, { toolCallId: '1', ...later })).toBeNull();
  });

  it.each<[string, Partial<ToolCallUpdate>]>([
    ['as it begins', { title: 'rm -r .', status: 'in_progress' }],
    ['while it is pending', { title: 'rm -r .' }],
    ['by an argument', { rawInput: { command: 'rm -r .' } }],
    ['by an argument, at the end', { title: command, rawInput: { command: 'rm -r .' }, status: 'completed' }],
  ])('and must not change %s', async (_how, later) => {
    const { known, divergences } = await begin();
    const problem = 'The agent ran "npm test" with arguments other than the approved ones.';
    expect(divergences.inNews(known, { toolCallId: '1', ...later })).toBe(problem);
  });

  it('and must be the one that was asked, whatever came while the person was deciding', async () => {
    for (const [changed, is] of [
      [{}, null],
      [{ title: 'rm -r .' }, 'with another title'],
      [{ rawInput: { command: 'rm -r .' } }, 'with another argument'],
    ] as const) {
      const { known, divergences } = await begin();
      known.call = mergeCall({ ...known.call, status: 'pending' }, { toolCallId: '1', ...changed });
      expect(divergences.sinceAsked(known) === null, is ?? 'unchanged').toBe(is === null);
    }
  });

  it('unless it gives some: then the title is for looks', async () => {
    const { known, divergences } = await approved({ kind: 'execute', title: 'bash', rawInput: { command } });
    const later = { toolCallId: '1', title: 'Runs the tests', status: 'in_progress' } as const;
    expect(divergences.inNews(known, later)).toBeNull();
  });
});

describe.each(['fetch', 'search', 'read', 'think', 'other'] as const)(
  'all that is said of a %s is its title',
  (kind) => {
    const title = 'Fetching a.example';
    const begin = () => approved({ kind, title });

    it('which must not change before it is done', async () => {
      for (const news of [
        { title: 'Fetching b.example' },
        { title: 'Fetching b.example', status: 'in_progress' },
      ] as const) {
        const { known, divergences } = await begin();
        expect(divergences.inNews(known, { toolCallId: '1', ...news })).toContain('other than the approved ones');
        known.call = mergeCall({ ...known.call, status: 'pending' }, { toolCallId: '1', ...news });
        expect(divergences.sinceAsked(known)).toContain('other than the approved ones');
      }
    });

    it('and may be repeated, left out, or replaced by what came of it', async () => {
      const { known, divergences } = await begin();
      for (const news of [{ title, status: 'in_progress' }, {}, { title: 'Fetched', status: 'completed' }] as const)
        expect(divergences.inNews(known, { toolCallId: '1', ...news })).toBeNull();
    });

    it('unless it names places: then the title is for looks', async () => {
      const { known, divergences } = await approved({ kind, title, locations: [{ path: join(workspace, 'a.txt') }] });
      expect(divergences.inNews(known, { toolCallId: '1', title: 'Looking', status: 'in_progress' })).toBeNull();
    });
  },
);

describe('a further request about an approved call', () => {
  const begin = async () => {
    const { known, divergences } = await approved({
      kind: 'execute',
      rawInput: { command: 'cat /etc/hosts', directories: ['/etc'] },
    });
    known.ask();
    known.release();
    return (rawInput: unknown, more: Partial<ToolCall> = {}) =>
      divergences.completes(known, { toolCallId: '1', rawInput, ...more });
  };

  it('is part of it if it asks for less of the same, once', async () => {
    const completes = await begin();
    expect(completes({ command: 'cat /etc/hosts' })).toBe(true);
    expect(completes({ command: 'cat /etc/hosts' }), 'again').toBe(false);
  });

  it.each([
    ['all of it', { command: 'cat /etc/hosts', directories: ['/etc'] }],
    ['something else', { command: 'cat /etc/shadow' }],
    ['something more', { command: 'cat /etc/hosts', stdin: 'x' }],
    ['nothing that is said', {}],
    ['what is not said', undefined],
  ])('is a separate question if it asks for %s', async (_what, rawInput) => {
    expect((await begin())(rawInput)).toBe(false);
  });

  it('is a separate question if it shows a change, or comes before an approval', async () => {
    const content: ToolCall['content'] = [{ type: 'diff', path: 'a', newText: 'b' }];
    expect((await begin())({ command: 'cat /etc/hosts' }, { content })).toBe(false);
    const { known, divergences } = await approved({ kind: 'execute', rawInput: { command: 'ls', cwd: '/' } });
    expect(divergences.completes(known, { toolCallId: '1', rawInput: { command: 'ls' } })).toBe(false);
  });
});

describe('files after the call', () => {
  const edit = () =>
    approved({ kind: 'edit', content: [{ type: 'diff', path: 'a.txt', oldText: 'one', newText: 'two' }] });

  it('hold what replacing the approved passage gives', async () => {
    await writeFile(join(workspace, 'a.txt'), 'say one\n');
    const { known, divergences } = await edit();
    await writeFile(join(workspace, 'a.txt'), 'say two\n');
    expect(await divergences.inFiles(known)).toEqual(fits);
  });

  it('give the agent away when they hold something else', async () => {
    await writeFile(join(workspace, 'a.txt'), 'say one\n');
    const { known, divergences } = await edit();
    await writeFile(join(workspace, 'a.txt'), 'say three\n');
    expect(await divergences.inFiles(known)).toEqual(differs);
  });

  it('give the agent away when they hold the approved passage and nothing else', async () => {
    await writeFile(join(workspace, 'a.txt'), 'say one\n');
    const { known, divergences } = await edit();
    await writeFile(join(workspace, 'a.txt'), 'two\n');
    expect(await divergences.inFiles(known)).toEqual(differs);
  });

  it('hold what was shown of a file that was moved, with the other gone', async () => {
    await writeFile(join(workspace, 'old.txt'), 'one\n');
    const content = [{ type: 'diff' as const, path: 'sub/a.txt', oldText: 'one\n', newText: 'two\n' }];
    for (const locations of [[{ path: 'old.txt' }, { path: 'sub/a.txt' }], []]) {
      const { known, divergences } = await approved({ kind: 'edit', content, locations });
      await mkdir(join(workspace, 'sub'));
      await writeFile(join(workspace, 'sub/a.txt'), 'two\n');
      const named =
        locations.length > 0
          ? {
              problem: "After the agent's edit, old.txt holds other content than you approved. It was not published.",
              notCompared: [],
            }
          : fits;
      expect(await divergences.inFiles(known), 'still there').toEqual(named);
      await rm(join(workspace, 'old.txt'));
      expect(await divergences.inFiles(known)).toEqual(fits);
      await writeFile(join(workspace, 'sub/a.txt'), 'three\n');
      expect((await divergences.inFiles(known)).problem).toBe(
        "After the agent's edit, sub/a.txt holds other content than you approved. It was not published.",
      );
      await rm(join(workspace, 'sub'), { recursive: true });
      await writeFile(join(workspace, 'old.txt'), 'one\n');
    }
  });

  it.each([
    ['new', null, undefined],
    ['replaced as a whole', 'one\n', 'one'],
    ['overwritten, with the old text left out', 'one\n', null],
  ])('hold the approved text if they are %s', async (_how, before, oldText) => {
    if (before !== null) await writeFile(join(workspace, 'a.txt'), before);
    const diff = { type: 'diff' as const, path: 'a.txt', oldText, newText: 'two' };
    const { known, divergences } = await approved({ kind: 'edit', content: [diff] });
    await writeFile(join(workspace, 'a.txt'), 'two\n');
    expect(await divergences.inFiles(known)).toEqual(fits);
  });

  it.each([
    ['any one of several equal places', 'a {\n}\nb {\n}\n', '}\n', '}\nc {\n}\n', 'a {\n}\nb {\n}\nc {\n}\n'],
    ['lines that end otherwise', 'one\r\ntwo\r\nthree\r\n', 'one\ntwo', '1\n2', '1\r\n2\r\nthree\r\n'],
    ['a line that is gone with its break', 'one\ntwo\nthree\n', 'two', '', 'one\nthree\n'],
    [
      'typographic quotation marks',
      'a\nSay \u201Cone\u201D.\n',
      'Say "one".',
      'Say "two".',
      'a\nSay \u201Ctwo\u201D.\n',
    ],
  ])('hold what an agent makes of a passage: %s', async (_what, before, oldText, newText, after) => {
    await writeFile(join(workspace, 'a.txt'), before);
    const diff = { type: 'diff' as const, path: 'a.txt', oldText, newText };
    const { known, divergences } = await approved({ kind: 'edit', content: [diff] });
    await writeFile(join(workspace, 'a.txt'), after);
    expect(await divergences.inFiles(known)).toEqual(fits);
    await writeFile(join(workspace, 'a.txt'), `${after}more\n`);
    expect(await divergences.inFiles(known)).toEqual(differs);
  });

  it('have a passage replaced in every place where that was shown, not in one of them', async () => {
    const content: ToolCall['content'] = [{ type: 'diff', path: 'a.txt', oldText: 'one\n', newText: 'two\n' }];
    const made = async (after: string, rawInput: object) => {
      await writeFile(join(workspace, 'a.txt'), 'one\n-\none\n');
      const { known, divergences } = await approved({ kind: 'edit', content, rawInput });
      await writeFile(join(workspace, 'a.txt'), after);
      return divergences.inFiles(known);
    };
    const places = ['two\n-\none\n', 'one\n-\ntwo\n'];
    for (const one of places) {
      expect(await made(one, { replace_all: true })).toEqual(differs);
      expect(await made(one, {})).toEqual(fits);
    }
    expect(await made('two\n-\ntwo\n', { replace_all: true })).toEqual(fits);
  });

  it('are not looked at when the call failed', async () => {
    await writeFile(join(workspace, 'a.txt'), 'say one\n');
    const { known, divergences } = await edit();
    known.call.status = 'failed';
    expect(await divergences.inFiles(known)).toEqual(fits);
  });
});

describe('a file that is too large to be compared', () => {
  const large = 'line\n'.repeat(700_000);

  it('is not held against an agent that has changed a passage of it, which is reported', async () => {
    await writeFile(join(workspace, 'a.txt'), `${large}one\n`);
    const content: ToolCall['content'] = [{ type: 'diff', path: 'a.txt', oldText: 'one', newText: 'two' }];
    const { known, divergences } = await approved({ kind: 'edit', content });
    await writeFile(join(workspace, 'a.txt'), `${large}two\n`);
    expect(await divergences.inFiles(known)).toEqual({
      problem: null,
      notCompared: ['a.txt was not compared with what was approved: it takes 3.3 MiB, which is too large.'],
    });
  });

  it.each([
    ['nothing', null, 'two', fits],
    ['a small file', 'say one\n', 'two', fits],
    ['a large file', large, 'two', fits],
    ['nothing', null, large, differs],
    ['a small file', 'say one\n', large, differs],
    ['a large file', large, large, differs],
  ])('is compared if all that it may hold is known: %s was there', async (_what, before, after, compared) => {
    if (before !== null) await writeFile(join(workspace, 'a.txt'), before);
    const diff = { type: 'diff' as const, path: 'a.txt', oldText: null, newText: 'two' };
    const { known, divergences } = await approved({ kind: 'edit', content: [diff] });
    await writeFile(join(workspace, 'a.txt'), after);
    expect(await divergences.inFiles(known)).toEqual(compared);
  });
});

describe('two approved calls that change one file', () => {
  const file = () => join(workspace, 'a.txt');
  const edit = async (divergences: Divergences, id: string, oldText: string | null, newText: string) => {
    const content: ToolCall['content'] = [{ type: 'diff', path: 'a.txt', oldText, newText }];
    const call = { toolCallId: id, title: 'Edit', kind: 'edit' as const, content };
    const known = createCall({ toolCallId: id, itemId: id, parentId: null, call });
    known.ask();
    await divergences.expect(known, known.call, await describeCall(known.call, workspace));
    known.release();
    return async () => {
      known.call.status = 'completed';
      known.end();
      return divergences.inFiles(known);
    };
  };

  it('fit in either order if both were approved before either ran', async () => {
    for (const [first, last] of [
      ['one', 'two'],
      ['two', 'one'],
    ] as const) {
      await writeFile(file(), 'one\r\ntwo\n');
      const divergences = createDivergences(workspace);
      const ends = {
        one: await edit(divergences, 'one', 'one\r\n', '1\r\n'),
        two: await edit(divergences, 'two', 'two', '2'),
      };
      await writeFile(file(), first === 'one' ? '1\r\ntwo\n' : 'one\r\n2\n');
      const endsLate = await ends[first]();
      await writeFile(file(), '1\r\n2\n');
      expect([endsLate, await ends[last]()]).toEqual([fits, fits]);
    }
  });

  it('fit if both have run before the first is reported to have ended', async () => {
    const divergences = createDivergences(workspace);
    const create = await edit(divergences, 'one', null, 'one\n');
    const change = await edit(divergences, 'two', 'one', 'two');
    await writeFile(file(), 'two\n');
    expect([await create(), await change()]).toEqual([fits, fits]);
  });

  it('do not excuse each other beyond the end of a turn, even if the end of one was never reported', async () => {
    const divergences = createDivergences(workspace);
    await edit(divergences, 'one', null, 'Y');
    divergences.turnEnds();
    const two = await edit(divergences, 'two', null, 'Z');
    await writeFile(file(), 'Y');
    expect(await two()).toEqual(differs);
  });

  it('give the agent away if the file holds anything else, or one that has ended is undone', async () => {
    await writeFile(file(), 'one\ntwo\n');
    const divergences = createDivergences(workspace);
    const one = await edit(divergences, 'one', 'one', '1');
    const two = await edit(divergences, 'two', 'two', '2');
    await writeFile(file(), '1\n2\n3\n');
    expect(await one()).toEqual(differs);
    await writeFile(file(), '1\ntwo\n');
    expect(await two(), 'its own change is missing').toEqual(differs);
    await writeFile(file(), '1\n2\n');
    const third = await edit(divergences, 'three', '1', 'one');
    await writeFile(file(), 'one\ntwo\n');
    expect(await third(), 'what had ended before is no excuse').toEqual(differs);
  });
});
