import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PermissionOption, ToolCallUpdate } from '@agentclientprotocol/sdk';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createAttribution } from '../attribution/attribution.ts';
import { createFiles } from '../attribution/files.ts';
import type { Consent, Request } from '../consent/consent.ts';
import { createCalls, type Calls } from './calls.ts';
import { createDivergences } from './divergence.ts';
import { answerPermission, type PermissionOptions } from './permission.ts';
import { createTurn, type Turn } from './turn.ts';

let workspace: string;
beforeEach(async () => {
  workspace = await mkdtemp(join(tmpdir(), 'countersign-permission-'));
});
afterEach(() => rm(workspace, { recursive: true }));

const options = [
  { optionId: 'yes', name: 'Once', kind: 'allow_once' as const },
  { optionId: 'no', name: 'No', kind: 'reject_once' as const },
];
const allowed = { outcome: { outcome: 'selected', optionId: 'yes' } };
const refused = { outcome: { outcome: 'selected', optionId: 'no' } };
const cancelled = { outcome: { outcome: 'cancelled' } };
const approved: Consent = {
  itemId: 'item',
  isApproved: true,
  reason: null,
  edits: null,
  answer: null,
  isDecided: true,
};

function gate() {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
}

/** An agent asks for one call; the person approves it unless told otherwise. */
async function ask(
  call: Partial<ToolCallUpdate>,
  more: {
    checkouts?: string[];
    obtain?: (turn: Turn) => Consent;
    later?: (turn: Turn, request: Request) => Promise<Consent>;
    /** What the person had decided when the question was withdrawn. */
    quicker?: Consent;
    calls?: Calls;
    turn?: Turn;
    /** Before an approved step is begun, the files are looked at. */
    looked?: Promise<void>;
    /** What the agent offers to choose from. */
    offered?: PermissionOption[];
  } = {},
) {
  const turn = more.turn ?? createTurn();
  const asked: Request[] = [];
  const settled: unknown[] = [];
  const recorded: unknown[] = [];
  const log = Object.assign(() => undefined, { connect: () => undefined, flush: async () => undefined });
  const files = createFiles({ folders: { workspace }, checkouts: [] });
  const attribution = createAttribution({ files, saved: null, log });
  const looked = more.looked ?? Promise.resolve();
  const permissions: PermissionOptions = {
    workspace,
    checkouts: (more.checkouts ?? ['.']).map((name) => ({ folder: join(workspace, name) })),
    consents: {
      async obtain(request) {
        asked.push(request);
        request.onAsked?.(approved.itemId);
        return (await more.later?.(turn, request)) ?? more.obtain?.(turn) ?? approved;
      },
      hearsStop: async () => false,
      redeem: async () => null,
      withdraw: async () => more.quicker ?? null,
      standing: [],
    },
    calls: more.calls ?? createCalls({ id: 'task', epoch: 1 }),
    recorder: { recorded: async () => undefined },
    divergences: createDivergences(workspace),
    reports: {
      put: (item) => void recorded.push(item),
      flush: async () => undefined,
      reportOutcome: (itemId, outcome) => void settled.push({ itemId, ...outcome }),
    },
    onDiverged: () => undefined,
    attribution: { ...attribution, opens: (...step) => looked.then(() => attribution.opens(...step)) },
    log,
  };
  const request = {
    sessionId: 's',
    toolCall: { toolCallId: 'call', title: 'Step', ...call },
    options: more.offered ?? options,
  };
  const answer = await answerPermission(request, turn, permissions);
  return { answer, asked, settled, recorded, turn };
}

describe('a file that is written', () => {
  const write = (path: string, checkouts?: string[]) =>
    ask({ kind: 'edit', content: [{ type: 'diff', path, newText: 'x' }] }, checkouts && { checkouts });

  it.each(['a.md', 'new/a.md', 'library/a.md'])(
    'anywhere in a workspace that is a checkout is asked for: %s',
    async (path) => {
      expect(await write(path)).toMatchObject({ answer: allowed, asked: [{}] });
    },
  );

  it.each(['lib/a.md', 'app/new/a.md', 'in-lib/a.md'])('in a checkout below it is asked for: %s', async (path) => {
    await mkdir(join(workspace, 'lib'));
    await symlink('lib', join(workspace, 'in-lib'));
    const { answer, asked } = await write(path, ['app', 'lib']);
    expect([answer, asked.length]).toEqual([allowed, 1]);
  });

  it.each(['a.md', 'library/a.md', 'lib/../a.md', 'lib/out/a.md'])('beside them it is refused: %s', async (path) => {
    await mkdir(join(workspace, 'lib'));
    await symlink('..', join(workspace, 'lib/out'));
    const { answer, asked, turn } = await write(join(workspace, path), ['app', 'lib']);
    expect([answer, asked.length]).toEqual([refused, 0]);
    const [{ reason } = { reason: '' }] = turn.rejections;
    expect(reason).toMatch(/^\S*a\.md is neither saved nor published\. Write into app\/ or lib\/ instead\.$/);
  });

  it('in a checkout that the agent has redirected out of the workspace, it is refused', async () => {
    await symlink(tmpdir(), join(workspace, 'lib'));
    const { asked, turn } = await write('lib/a.md', ['lib']);
    expect([asked.length, turn.rejections[0]?.reason]).toEqual([
      0,
      'lib/a.md leads out of the workspace. Only files inside of it can be changed.',
    ]);
  });
});

describe('a step that becomes one that is refused while it is asked', () => {
  const change = async (quicker?: Consent) => {
    const calls = createCalls({ id: 'task', epoch: 1 });
    const diff = (path: string) => [{ type: 'diff' as const, path, newText: 'x' }];
    const later = (_turn: Turn, { signal }: Request) =>
      new Promise<Consent>((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error));
        calls.hear({ toolCallId: 'call', content: diff('/elsewhere/a.md') });
      });
    return ask({ kind: 'edit', content: diff('a.md') }, { calls, later, ...(quicker && { quicker }) });
  };

  it('is refused, and its question withdrawn', async () => {
    const { answer, recorded, settled, turn } = await change();
    expect(answer).toEqual(refused);
    expect(recorded).toMatchObject([{ replaces: 'item', toolResponse: { status: 'failed' } }]);
    expect([settled, turn.rejections.length]).toEqual([[], 1]);
  });

  it('is not run if the person approved it as it was in that moment, which is told', async () => {
    const { answer, settled } = await change(approved);
    expect(answer).toEqual(refused);
    expect(settled).toMatchObject([{ itemId: 'item', outcome: 'not_executed', toolResponse: { status: 'failed' } }]);
  });

  it('tells its agent also why the person rejected it as it was in that moment', async () => {
    const { settled, turn } = await change({ ...approved, isApproved: false, reason: 'Not like this' });
    expect(settled).toEqual([]);
    expect(turn.rejections).toMatchObject([
      { itemId: 'item', reason: 'Not like this', isDecided: true },
      { isDecided: false },
    ]);
  });
});

describe('an approved step', () => {
  it('is allowed, and its end is told when it comes', async () => {
    const { answer, settled, turn } = await ask({ kind: 'execute', rawInput: { command: 'ls' } });
    expect(answer).toEqual(allowed);
    expect([...turn.running]).toEqual(['call']);
    expect(settled).toEqual([]);
  });

  it('is not run after Stop, and its consent counts as used, but not as executed', async () => {
    const stopped = (turn: Turn) => {
      turn.cancel();
      return approved;
    };
    const { answer, settled, turn } = await ask({ kind: 'execute', rawInput: { command: 'ls' } }, { obtain: stopped });
    expect(answer).toEqual(cancelled);
    expect([...turn.running]).toEqual([]);
    expect(settled).toEqual([
      { itemId: 'item', outcome: 'not_executed', toolResponse: expect.objectContaining({ status: 'failed' }) },
    ]);
  });
});

describe('an approved step whose names have come to lead elsewhere', () => {
  const read = { kind: 'execute' as const, rawInput: { command: 'cat docs/notes.txt src/*.md' } };
  const notes = () => join(workspace, 'docs/notes.txt');
  const lead = () => symlink('../.env', notes());
  beforeEach(async () => {
    await mkdir(join(workspace, 'docs'));
    await mkdir(join(workspace, 'src'));
  });
  const none = { pattern: 'src/*.md', names: [] };
  const shown = (requests: Request[]) =>
    requests.map(({ item }) => (item.toolParameters as { leadsTo?: unknown }).leadsTo);

  /** Each time that it is asked, this happens before it is approved. */
  const approving = (...happens: Array<() => Promise<unknown>>) => {
    let asks = 0;
    return async () => {
      await happens[asks]?.();
      asks += 1;
      return { ...approved, itemId: `item ${asks}` };
    };
  };

  it('is not run on that approval, and is asked anew as it is now', async () => {
    const addFile = () => writeFile(join(workspace, 'src/a.md'), '');
    const { answer, asked, settled, turn } = await ask(read, { later: approving(lead, addFile) });
    expect(answer).toEqual(allowed);
    expect(shown(asked)).toEqual([[none], [none, '.env'], [{ ...none, names: ['src/a.md'] }, '.env']]);
    expect(asked[1]?.item.id).not.toBe(asked[0]?.item.id);
    const output = expect.stringContaining('what its names lead to had changed') as string;
    const toolResponse = { status: 'failed', output };
    expect(settled).toEqual([
      { itemId: 'item 1', outcome: 'not_executed', toolResponse },
      { itemId: 'item 2', outcome: 'not_executed', toolResponse },
    ]);
    expect([...turn.running]).toEqual(['call']);
  });

  it('also where that happens in the very moment of the approval', async () => {
    const decided = gate();
    const later = approving(async () => decided.open());
    const { answer, asked, settled } = await ask(read, { later, looked: decided.opened.then(lead) });
    expect([answer, settled.length]).toEqual([allowed, 1]);
    expect(shown(asked)).toEqual([[none], [none, '.env']]);
  });

  it('is not run if the person rejects what it is now', async () => {
    let asks = 0;
    const later = async () => {
      asks += 1;
      if (asks === 1) await lead();
      return { ...approved, itemId: `item ${asks}`, isApproved: asks === 1, reason: 'Not that' };
    };
    const { answer, turn } = await ask(read, { later });
    expect(answer).toEqual(refused);
    expect(turn.rejections).toMatchObject([{ itemId: 'item 2', reason: 'Not that' }]);
  });

  it('is refused where it would change a file outside by now', async () => {
    const content = [{ type: 'diff' as const, path: 'docs/notes.txt', newText: 'x' }];
    const later = approving(() => symlink(tmpdir(), notes()));
    const { answer, asked, turn } = await ask({ kind: 'edit', content }, { later });
    expect([answer, asked.length]).toEqual([refused, 1]);
    expect(turn.rejections[0]?.reason).toContain('leads out of the workspace');
  });

  it('is refused at last if they change each time', async () => {
    const change = async () => {
      await rm(notes(), { force: true });
      count += 1;
      await symlink(`../${count}.md`, notes());
    };
    let count = 0;
    const { answer, asked, settled, turn } = await ask(read, {
      later: approving(...Array.from({ length: 40 }, () => change)),
    });
    expect(answer).toEqual(refused);
    expect([asked.length, settled.length]).toEqual([21, 21]);
    expect(turn.rejections[0]?.reason).toBe('It kept changing while it was being read.');
  });
});

it('a step that could be approved only together with others is refused, and the history says why', async () => {
  const offered = [{ optionId: 'all', name: 'Always', kind: 'allow_always' as const }, ...options.slice(1)];
  const { answer, asked, recorded, settled } = await ask({ kind: 'execute', rawInput: { command: 'ls' } }, { offered });
  expect([answer, asked.length, settled]).toEqual([refused, 0, []]);
  const output = 'The agent offers no way to allow this once.';
  expect(recorded).toMatchObject([{ toolResponse: { status: 'failed', output } }]);
});

it.each([true, false])(
  'a second request about a call that is asked about has the same answer (%s)',
  async (isApproved) => {
    const calls = createCalls({ id: 'task', epoch: 1 });
    const turn = createTurn();
    let decide: () => void = () => undefined;
    const open = new Promise<Consent>((resolve) => (decide = () => resolve({ ...approved, isApproved, reason: 'No' })));
    const asks = () => ask({ kind: 'execute', rawInput: { command: 'ls' } }, { calls, turn, later: () => open });
    const both = [asks(), asks()];
    decide();
    const answered = await Promise.all(both);
    expect(answered.map(({ answer }) => answer)).toEqual(isApproved ? [allowed, allowed] : [refused, refused]);
    expect(
      answered.flatMap(({ asked }) => asked),
      'it is asked once',
    ).toHaveLength(1);
    expect(turn.rejections).toHaveLength(isApproved ? 0 : 1);
    expect(answered.flatMap(({ settled }) => settled)).toEqual([]);
  },
);

describe('a second request about the same call that asks for something else', () => {
  const diff = (path: string): Partial<ToolCallUpdate> => ({
    kind: 'edit',
    content: [{ type: 'diff', path, newText: 'x' }],
  });
  const command = (title: string): Partial<ToolCallUpdate> => ({ kind: 'execute', title });
  const pairs: Array<[string, Partial<ToolCallUpdate>, Partial<ToolCallUpdate>]> = [
    ['another file', diff('a.md'), diff('b.md')],
    ['another command, told as the title', command('ls'), command('rm -rf src')],
  ];
  const moments = ['before it is asked', 'before it is decided', 'when it was approved'] as const;
  const cases = pairs.flatMap(([what, one, other]) => moments.map((moment) => ({ what, moment, one, other })));

  it.each(cases)('is put to the person: $what, $moment', async ({ moment, one, other }) => {
    const calls = createCalls({ id: 'task', epoch: 1 });
    const turn = createTurn();
    const [asked, decided, looked] = [gate(), gate(), gate()];
    const later = async () => {
      asked.open();
      await decided.opened;
      return approved;
    };
    const first = ask(one, { calls, turn, later, looked: looked.opened });
    if (moment !== 'before it is asked') await asked.opened;
    if (moment === 'when it was approved') {
      decided.open();
      await new Promise(setImmediate);
    }
    const second = ask(other, { calls, turn });
    decided.open();
    looked.open();
    const answered = await Promise.all([first, second]);
    expect(answered.map(({ answer }) => answer)).toEqual([allowed, allowed]);
    const alone = await Promise.all([ask(one), ask(other)]);
    const shown = (each: Awaited<ReturnType<typeof ask>>) => each.asked.map(({ fingerprint }) => fingerprint);
    expect(answered.map(shown), 'each as it would be by itself').toEqual(alone.map(shown));
  });

  it('is not answered by the approval if it would be refused on its own', async () => {
    const [calls, turn] = [createCalls({ id: 'task', epoch: 1 }), createTurn()];
    const edit = { kind: 'edit' as const, rawInput: { text: 'x' } };
    const first = ask(edit, { calls, turn });
    const second = ask({ ...edit, locations: [{ path: '/elsewhere/a.md' }] }, { calls, turn });
    expect((await first).answer).toEqual(allowed);
    await expect.poll(() => turn.rejections.length).toBe(1);
    expect([...turn.running], 'what is approved of it is done before the turn ends').toEqual(['call']);
    for (const part of calls.parts('call')) {
      part.end();
      part.finish();
    }
    turn.changed();
    expect((await second).answer).toEqual(refused);
  });
});

describe('a step that its agent ends while the person is asked', () => {
  it('is no longer allowed, and its approval is reported as not executed', async () => {
    const calls = createCalls({ id: 'task', epoch: 1 });
    const endsFirst = () => {
      calls.hear({ toolCallId: 'call', status: 'completed' }).end();
      return approved;
    };
    const { answer, settled, turn } = await ask(
      { kind: 'execute', rawInput: { command: 'ls' } },
      { obtain: endsFirst, calls },
    );
    expect(answer).toEqual(cancelled);
    expect([...turn.running]).toEqual([]);
    const output = 'The agent had ended this call before it was approved: nothing was run on this approval.';
    expect(settled).toEqual([{ itemId: 'item', outcome: 'not_executed', toolResponse: { status: 'failed', output } }]);
  });
});

it('what is approved after another step of the turn was rejected is done before the turn ends', async () => {
  const turn = createTurn();
  const calls = createCalls({ id: 'task', epoch: 1 });
  let approve: () => void = () => undefined;
  const open = new Promise<void>((resolve) => (approve = resolve));
  let look: () => void = () => undefined;
  const looked = new Promise<void>((resolve) => (look = resolve));
  const asks = (toolCallId: string, later: (turn: Turn) => Promise<Consent>) =>
    ask({ toolCallId, kind: 'execute', rawInput: { command: toolCallId } }, { calls, turn, later, looked });
  const kept = asks('kept', () => open.then(() => approved));
  const rejected = asks('rejected', async () => ({ ...approved, itemId: 'other', isApproved: false, reason: 'No' }));
  await expect.poll(() => turn.rejections.length).toBe(1);
  approve();
  // What would end the turn has had its chance when these have come and gone.
  for (let rounds = 0; rounds < 3; rounds += 1) await new Promise(setImmediate);
  look();
  expect((await kept).answer, 'the agent may do it').toEqual(allowed);
  expect((await kept).settled, 'nothing is told of it yet').toEqual([]);
  expect(turn.cancelled.aborted, 'and is waited for').toBe(false);
  calls.hear({ toolCallId: 'kept', status: 'completed' });
  const known = calls.known('kept');
  known?.end();
  known?.finish();
  turn.changed();
  expect((await rejected).answer).toEqual(refused);
});

describe('a call whose kind and arguments are told in pieces', () => {
  const asks = async (request: Partial<ToolCallUpdate>, heard: Partial<ToolCallUpdate>[], later?: ToolCallUpdate) => {
    const calls = createCalls({ id: 'task', epoch: 1 });
    for (const update of heard) calls.hear({ toolCallId: 'call', ...update });
    const answered = ask(request, { calls });
    if (later) setImmediate(() => calls.hear(later));
    return answered;
  };

  it('writes where it was said to write, even if its request says "other"', async () => {
    const request = { kind: 'other' as const, locations: [{ path: '/tmp/scratch.txt' }, { path: '/tmp' }] };
    const { answer, asked, turn, recorded } = await asks(request, [{ kind: 'edit', status: 'pending' }]);
    const reason = '/tmp/scratch.txt leads out of the workspace. Only files inside of it can be changed.';
    expect([answer, asked.length, turn.rejections[0]?.reason]).toEqual([refused, 0, reason]);
    expect(recorded, 'the history tells of it').toMatchObject([{ toolResponse: { output: reason } }]);
  });

  it('is asked as a whole if the rest comes with the next message', async () => {
    const whole = { command: 'ls', workdir: '/w' };
    const begun = { kind: 'execute' as const, status: 'pending' as const, rawInput: {} };
    const later = { toolCallId: 'call', status: 'in_progress' as const, rawInput: whole };
    const { asked } = await asks({ kind: 'execute', rawInput: { command: 'ls' } }, [begun], later);
    expect(asked.map(({ item }) => item.toolParameters)).toEqual([whole]);
  });
});
