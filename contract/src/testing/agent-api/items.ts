import type { RecordItem } from '../../agent-api/steps.ts';
import { OPEN_QUESTIONS_MAX } from '../../lib/constants.ts';
import type { Harness, TestFramework } from './harness.ts';
import { newNonce, refusal, request, startOnTask, step } from './runner.ts';
import { sha256Of } from './sha256-of.ts';

/** Questions, each with the canonical bytes of what is shown: a decision is about their SHA-256. */
const shown: [Omit<RecordItem, 'id'>, string][] = [
  [
    { type: 'tool_call', title: 'Run it' },
    '{"content":null,"enforcement":null,"fileContent":null,"filePath":null,"title":"Run it","toolKind":null,"toolName":null,"toolParameters":null,"type":"tool_call"}',
  ],
  [
    {
      type: 'tool_call',
      title: 'Run it',
      toolName: 'shell',
      toolKind: 'execute',
      enforcement: 'honoured',
      toolParameters: { command: 'npm test', b: [1, { z: null, a: 'ü' }], a: {} },
    },
    '{"content":null,"enforcement":"honoured","fileContent":null,"filePath":null,"title":"Run it","toolKind":"execute","toolName":"shell","toolParameters":{"a":{},"b":[1,{"a":"ü","z":null}],"command":"npm test"},"type":"tool_call"}',
  ],
  [
    { type: 'file_creation', title: 'Create a.md', filePath: 'a.md', fileContent: 'a\n', content: 'Why' },
    '{"content":"Why","enforcement":null,"fileContent":"a\\n","filePath":"a.md","title":"Create a.md","toolKind":null,"toolName":null,"toolParameters":null,"type":"file_creation"}',
  ],
];

/** What is stored of the steps that a runner records. */
export function describeItems({ describe, test, expect }: TestFramework, { newWorld }: Harness): void {
  describe('recorded items', () => {
    test('sent again, change the fields sent, keep those left out, and clear those that are null', async () => {
      const world = await newWorld();
      const { runner, task } = await startOnTask(world);
      const item = step({ toolName: 'shell', content: 'Why', toolParameters: { a: [1, { b: null }] } });
      const sent = { id: item.id, type: 'tool_call', title: 'Ran the tests' } as const;
      expect(await runner.record(task, item)).toEqual([null]);
      await runner.record(task, { ...sent, toolResponse: ['ok'], content: null });
      await runner.record(task, { ...sent, toolResponse: ['ok'], content: null });
      expect(await world.owner.items(task.id)).toMatchObject([
        {
          ...sent,
          content: null,
          toolName: 'shell',
          toolParameters: item.toolParameters as object,
          toolResponse: ['ok'],
        },
      ]);
    });

    test('named twice in one request, are stored as sent last, and answered once', async () => {
      const world = await newWorld();
      const { runner, task } = await startOnTask(world);
      const [first, other] = [step({ title: 'First', content: 'said at first' }), step({ title: 'Other' })];
      const { id, type } = first;
      expect(await runner.record(task, first, other, { id, type, title: 'Last' })).toEqual([null, null]);
      const items = await world.owner.items(task.id);
      expect(items.map(({ title, content }) => [title, content])).toEqual([
        ['Last', null],
        ['Other', null],
      ]);
    });

    test('belong to one task, and so must their parents', async () => {
      const world = await newWorld();
      const { runner, task } = await startOnTask(world);
      const parent = step({ title: 'Parent' });
      await runner.record(task, parent, step({ title: 'Child', parentId: parent.id }));
      expect(await refusal(runner.record(task, step({ parentId: newNonce() })))).toBe('400 invalid');
      await runner.finish(task, 'completed');
      await world.owner.addTask({ title: 'Another task' });
      const other = await runner.claim();
      expect(await refusal(runner.record(other, { ...parent, title: 'Taken' }))).toBe('409 conflict');
      expect(await refusal(runner.record(other, step({ parentId: parent.id })))).toBe('400 invalid');
      expect(await world.owner.items(other.id)).toEqual([]);
    });

    test('are never below themselves', async () => {
      const world = await newWorld();
      const { runner, task } = await startOnTask(world);
      const [one, other] = [step(), step()];
      expect(await refusal(runner.record(task, { ...one, parentId: one.id }))).toBe('400 invalid');
      const circle = [
        { ...one, parentId: other.id },
        { ...other, parentId: one.id },
      ];
      expect(await refusal(runner.record(task, ...circle)), 'in one request').toBe('400 invalid');
      await runner.record(task, one, { ...other, parentId: one.id });
      expect(await refusal(runner.record(task, { ...one, parentId: other.id })), 'afterwards').toBe('400 invalid');
      expect((await world.owner.items(task.id)).map(({ parentId }) => parentId)).toEqual([null, one.id]);
    });

    test('are taken all or none', async () => {
      const world = await newWorld();
      const { runner, task } = await startOnTask(world);
      const asked = request();
      await runner.record(task, asked);
      await world.owner.approve(asked.id);
      const refused = runner.record(task, step({ title: 'Before it' }), { ...asked, title: 'Something else' });
      expect(await refusal(refused)).toBe('409 conflict');
      expect((await world.owner.items(task.id)).map(({ title }) => title)).toEqual([asked.title]);
    });

    test('of an unknown task, or one that is not claimed, are refused', async () => {
      const world = await newWorld();
      const { runner, task } = await startOnTask(world);
      expect(await refusal(runner.record({ id: newNonce(), epoch: 1 }, step()))).toBe('404 not_found');
      const waiting = await world.owner.addTask({ title: 'Not claimed' });
      expect(await refusal(runner.record({ id: waiting, epoch: 0 }, step()))).toBe('409 stale_epoch');
      expect(await refusal(runner.record({ ...task, epoch: task.epoch + 1 }, step()))).toBe('409 stale_epoch');
    });

    test('may have a file that comes in pieces: a repeated piece changes nothing, a gap is refused', async () => {
      const world = await newWorld();
      const { runner, task } = await startOnTask(world);
      const item = step({ type: 'file_creation', title: 'A file' });
      const put = (at: number, text: string) => runner.record(task, { ...item, fileContentPiece: { at, text } });
      const pieces = [
        { at: 0, text: 'one ' },
        { at: 4, text: 'two' },
      ];
      for (const { at, text } of [...pieces, ...pieces].sort((a, b) => a.at - b.at)) await put(at, text);
      for (const { at, text } of pieces) await put(at, text);
      expect(await refusal(put(8, 'gap'))).toBe('409 conflict');
      expect(await refusal(put(4, 'other'))).toBe('409 conflict');
      expect(await world.owner.items(task.id)).toMatchObject([{ fileContent: 'one two' }]);
    });
  });

  describe('a question', () => {
    for (const [fields, bytes] of shown) {
      test(`has the hash of exactly what is shown: ${Object.keys(fields).join(', ')}`, async () => {
        const { runner, task } = await startOnTask(await newWorld());
        expect((await runner.ask(task, { ...cleared, ...fields })).hash).toBe(await sha256Of(bytes));
      });
    }

    test('never changes while it is open: a change must be asked as a new question', async () => {
      const world = await newWorld();
      const { runner, task } = await startOnTask(world);
      const item = request({ enforcement: 'honoured' });
      const known = await runner.record(task, item);
      const changes: Partial<RecordItem>[] = [
        { title: 'Run others' },
        { type: 'approval_request' },
        { content: 'Why' },
        { toolName: 'bash' },
        { toolKind: 'read' },
        { toolParameters: { command: 'npm  test' } },
        { filePath: 'a.md' },
        { fileContent: 'a' },
        { enforcement: 'enforced' },
      ];
      for (const change of changes) {
        expect(await refusal(runner.record(task, { ...item, ...change })), JSON.stringify(change)).toBe('409 conflict');
        expect(await runner.record(task, { ...cleared, ...item }), 'as before').toEqual(known);
        const other = await runner.ask(task, { ...item, ...change, id: newNonce() });
        expect(other.hash === known[0], 'another hash').toBe(false);
      }
      for (const beside of [{ toolResponse: 1 }, { chatResponse: 'So' }, { reference: 'call-1' }]) {
        expect(await runner.record(task, { ...item, ...beside }), JSON.stringify(beside)).toEqual(known);
      }
    });

    test('that replaces another one closes it, once, and the task waits for the later one', async () => {
      const world = await newWorld();
      const { runner, task } = await startOnTask(world);
      const first = await runner.ask(task);
      const changed = { ...request({ title: 'Run others' }), replaces: first.id };
      const [hash = ''] = await runner.record(task, changed);
      expect(await runner.record(task, changed), 'told again').toEqual([hash]);
      expect(await world.owner.item(first.id)).toMatchObject({
        isApproved: false,
        grant: 'told',
        replacedBy: changed.id,
      });
      expect(await world.owner.item(changed.id)).toMatchObject({ isApproved: null, replacedBy: null });
      expect(await refusal(runner.release(task, first)), 'nothing can be taken out of it').toBe('409 conflict');
      const again = { ...request(), replaces: first.id };
      expect(await refusal(runner.record(task, again)), 'replaced once').toBe('409 already_decided');
      await world.owner.approve(changed.id);
      expect(await world.owner.task(task.id)).toMatchObject({ status: 'approved' });
      expect(await runner.release(task, { id: changed.id, hash: hash ?? '' })).toMatchObject({ isApproved: true });
    });

    test('that became a step which is refused is withdrawn for its reason, and its task goes on', async () => {
      const world = await newWorld();
      const { runner, task } = await startOnTask(world);
      const [first, other] = [await runner.ask(task), await runner.ask(task)];
      const refused = (replaces: string) => ({
        ...step({ title: 'Outside', toolResponse: { status: 'failed', output: 'It leads out.' } }),
        replaces,
      });
      const withdrawing = refused(first.id);
      await runner.record(task, withdrawing);
      const { rejectionReason } = await world.owner.item(first.id);
      expect(/^Withdrawn\b.*It leads out\.$/.test(rejectionReason ?? ''), rejectionReason ?? 'no reason').toBe(true);
      expect(await world.owner.item(first.id)).toMatchObject({ isApproved: false, grant: 'told', replacedBy: null });
      expect(await refusal(runner.release(task, first)), 'nothing can be taken out of it').toBe('409 conflict');
      expect(await world.owner.task(task.id), 'another is open').toMatchObject({ status: 'awaiting_approval' });
      await runner.record(task, refused(other.id));
      expect(await world.owner.task(task.id)).toMatchObject({ status: 'running' });
      await runner.record(task, withdrawing, refused(other.id));
      expect(await world.owner.item(first.id), 'told again').toMatchObject({ rejectionReason });
      expect(await refusal(runner.record(task, refused(newNonce())))).toBe('409 conflict');
    });

    test('that is decided stays so where the step that it became is refused', async () => {
      const world = await newWorld();
      const { runner, task } = await startOnTask(world);
      const decided = await runner.ask(task);
      await world.owner.approve(decided.id);
      await runner.record(task, { ...step(), replaces: decided.id });
      expect(await world.owner.item(decided.id)).toMatchObject({ isApproved: true, replacedBy: null });
      expect(await runner.release(task, decided)).toMatchObject({ isApproved: true });
    });

    test('replaces no decided question, and no question of another task', async () => {
      const world = await newWorld();
      const { runner, task } = await startOnTask(world);
      const [decided, plain] = [await runner.ask(task), step()];
      await runner.record(task, plain);
      await world.owner.approve(decided.id);
      const instead = (replaces: string) => refusal(runner.record(task, { ...request(), replaces }));
      expect(await instead(decided.id)).toBe('409 already_decided');
      expect(await instead(plain.id)).toBe('409 conflict');
      expect(await instead(newNonce())).toBe('409 conflict');
      expect(await world.owner.item(decided.id)).toMatchObject({ isApproved: true, replacedBy: null });
    });

    test('may be refused because too many are open; replacing one is allowed', async () => {
      const world = await newWorld();
      const { runner, task } = await startOnTask(world);
      const items = Array.from({ length: OPEN_QUESTIONS_MAX }, () => request());
      for (let at = 0; at < items.length; at += 50) await runner.record(task, ...items.slice(at, at + 50));
      const [first = request(), second = request()] = items;
      const other = request({ title: 'Another' });
      expect(await refusal(runner.record(task, other))).toBe('429 quota_exceeded');
      await runner.record(task, first, step());
      await runner.record(task, { ...request(), replaces: first.id });
      expect(await refusal(runner.record(task, other)), 'as many as before').toBe('429 quota_exceeded');
      await world.owner.approve(second.id);
      await runner.record(task, other);
      await world.owner.stop(task.id);
      expect(await world.owner.item(other.id)).toMatchObject({ isApproved: false, rejectionReason: 'Stopped' });
    });

    test('stays a question, and parks its task', async () => {
      const world = await newWorld();
      const { runner, task } = await startOnTask(world);
      const { id, type, title } = step();
      expect(await runner.record(task, { id, type, title })).toEqual([null]);
      expect(await world.owner.task(task.id)).toMatchObject({ status: 'running' });
      const [hash] = await runner.record(task, { id, type, title, needsApproval: true });
      expect(await world.owner.task(task.id)).toMatchObject({ status: 'awaiting_approval' });
      expect(await runner.record(task, { id, type, title, needsApproval: false })).toEqual([hash]);
      expect(await world.owner.items(task.id)).toMatchObject([
        { needsApproval: true, grant: 'unused', isApproved: null },
      ]);
    });

    test('that is decided accepts its result, but no change of what was shown', async () => {
      const world = await newWorld();
      const { runner, task } = await startOnTask(world);
      const item = request({ enforcement: 'honoured' });
      const [hash] = await runner.record(task, item);
      await world.owner.approve(item.id);
      for (const change of [{ title: 'Run others' }, { toolKind: 'read' }, { enforcement: null }] as const) {
        expect(await refusal(runner.record(task, { ...item, ...change }))).toBe('409 conflict');
      }
      expect(await runner.record(task, { ...item, toolResponse: { exitCode: 0 }, chatResponse: 'So' })).toEqual([hash]);
      const result = { toolResponse: { exitCode: 0 }, chatResponse: 'So', isApproved: true, grant: 'unused', hash };
      expect(await world.owner.items(task.id)).toMatchObject([result]);
    });
  });
}

/** Every field that a question shows and may leave out. */
const cleared = {
  toolName: null,
  toolKind: null,
  toolParameters: null,
  enforcement: null,
  content: null,
  filePath: null,
  fileContent: null,
} as const;
