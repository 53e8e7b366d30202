import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ToolCallUpdate } from '@agentclientprotocol/sdk';
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

/** An agent asks for one call; the person approves it unless told otherwise. */
async function ask(
  call: Partial<ToolCallUpdate>,
  more: { checkouts?: string[]; obtain?: (turn: Turn) => Consent; calls?: Calls } = {},
) {
  const turn = createTurn();
  const asked: Request[] = [];
  const settled: unknown[] = [];
  const recorded: unknown[] = [];
  const log = Object.assign(() => undefined, { connect: () => undefined, flush: async () => undefined });
  const permissions: PermissionOptions = {
    workspace,
    checkouts: (more.checkouts ?? ['.']).map((name) => ({ folder: join(workspace, name) })),
    consents: {
      async obtain(request) {
        asked.push(request);
        request.onAsked?.(approved.itemId);
        return more.obtain?.(turn) ?? approved;
      },
      redeem: async () => null,
    },
    calls: more.calls ?? createCalls({ id: 'task', epoch: 1 }),
    recorder: { recorded: async () => undefined },
    divergences: createDivergences(workspace),
    reports: {
      put: (item) => void recorded.push(item),
      reportOutcome: (itemId, outcome) => void settled.push({ itemId, ...outcome }),
    },
    onDiverged: () => undefined,
    attribution: createAttribution({ files: createFiles({ folders: { workspace }, checkouts: [] }), saved: null, log }),
    log,
  };
  const request = { sessionId: 's', toolCall: { toolCallId: 'call', title: 'Step', ...call }, options };
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

describe('an approved step', () => {
  it('is allowed, and its end is told when it comes', async () => {
    const { answer, settled, turn } = await ask({ kind: 'execute', rawInput: { command: 'ls' } });
    expect(answer).toEqual(allowed);
    expect([...turn.running]).toEqual(['call']);
    expect(settled).toEqual([]);
  });

  it('is not run after Stop, and its consent counts as used without a result', async () => {
    const stopped = (turn: Turn) => {
      turn.cancel();
      return approved;
    };
    const { answer, settled, turn } = await ask({ kind: 'execute', rawInput: { command: 'ls' } }, { obtain: stopped });
    expect(answer).toEqual(cancelled);
    expect([...turn.running]).toEqual([]);
    expect(settled).toEqual([
      { itemId: 'item', outcome: 'executed', toolResponse: expect.objectContaining({ status: 'failed' }) },
    ]);
  });
});

describe('a step that its agent ends while the person is asked', () => {
  it('is no longer allowed, and its approval is reported to have no effect', async () => {
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
    expect(settled).toEqual([{ itemId: 'item', outcome: 'executed', toolResponse: { status: 'failed', output } }]);
  });
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
