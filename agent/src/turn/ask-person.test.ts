import { tmpdir } from 'node:os';
import { expect, it } from 'vitest';
import { createAttribution } from '../attribution/attribution.ts';
import { createFiles } from '../attribution/files.ts';
import type { Consent, Request } from '../consent/consent.ts';
import { DecidedMeanwhile, TooLarge } from '../consent/put-question.ts';
import { HoldsSecret } from '../lib/failures.ts';
import { askPerson, fingerprintOf } from './ask-person.ts';
import { createCalls } from './calls.ts';
import { describeCall } from './shown/describe-call.ts';
import { createTurn } from './turn.ts';

/** A call about a command, and a person who sees the questions; the latest can be answered. */
function setUp(onAsk: (request: Request) => void = () => undefined, rawInput: unknown = { command: 'ls' }) {
  const calls = createCalls({ id: 'task', epoch: 1 });
  const tell = (rawInput: unknown) => calls.hear({ toolCallId: 'c', title: 'Run', kind: 'execute', rawInput });
  const known = tell(rawInput);
  known.ask();
  const questions: Request[] = [];
  const withdrawn: string[] = [];
  let answer: (consent: Consent) => void = () => undefined;
  const consents = {
    obtain: (request: Request) =>
      new Promise<Consent>((resolve, reject) => {
        onAsk(request);
        questions.push(request);
        request.onAsked?.(request.item.id);
        request.signal.addEventListener('abort', () => {
          withdrawn.push(request.item.id);
          reject(request.signal.reason as Error);
        });
        answer = resolve;
      }),
    hearsStop: async () => false,
    redeem: async () => null,
    withdraw: async () => null,
    standing: [],
  };
  const log = Object.assign(() => undefined, { connect: () => undefined, flush: async () => undefined });
  const turn = createTurn();
  const workspace = tmpdir();
  const attribution = createAttribution({
    files: createFiles({ folders: { workspace }, checkouts: [] }),
    saved: null,
    log,
  });
  const answered = askPerson(known, turn, { workspace, checkouts: [], consents, attribution, log });
  const approve = () => {
    const itemId = questions.at(-1)?.item.id ?? '';
    answer({ itemId, isApproved: true, reason: null, edits: null, answer: null, isDecided: true });
  };
  return { tell, known, questions, withdrawn, turn, answered, approve };
}

it('asks again about what changes while it is open, in place of the former question', async () => {
  const { tell, known, questions, withdrawn, answered, approve } = setUp();
  await expect.poll(() => questions.length).toBe(1);
  tell({ command: 'rm -r .' });
  await expect.poll(() => questions.length).toBe(2);
  const [first, second] = questions;
  expect(withdrawn).toEqual([first?.item.id]);
  expect(second).toMatchObject({ replaces: first?.item.id, item: { toolParameters: { command: 'rm -r .' } } });
  approve();
  const { asked, consent } = await answered;
  expect([asked.rawInput, consent?.itemId, known.itemId]).toEqual([
    { command: 'rm -r .' },
    second?.item.id,
    second?.item.id,
  ]);
});

it('takes a repetition, or news of its progress, for no change', async () => {
  const { tell, questions, withdrawn, answered, approve } = setUp();
  await expect.poll(() => questions.length).toBe(1);
  tell({ command: 'ls' });
  tell(undefined);
  // This is a change, and it is looked at after the others.
  tell({ command: 'ls -l' });
  await expect.poll(() => questions.length).toBe(2);
  expect(withdrawn).toEqual([questions[0]?.item.id]);
  approve();
  expect((await answered).fields.toolParameters).toEqual({ command: 'ls -l' });
});

it('answers with what was shown if the person was quicker than the change', async () => {
  const { tell, questions, answered, approve } = setUp(({ replaces }) => {
    if (replaces !== undefined) throw new DecidedMeanwhile('ls');
  });
  await expect.poll(() => questions.length).toBe(1);
  tell({ command: 'rm -r .' });
  await expect.poll(() => questions.length).toBe(2);
  expect(questions[1]).toMatchObject({ item: { id: questions[0]?.item.id, toolParameters: { command: 'ls' } } });
  approve();
  expect((await answered).asked.rawInput, 'so that the other command is found out').toEqual({ command: 'ls' });
});

it('stops asking about what changes again and again', async () => {
  const { tell, questions, answered } = setUp();
  for (let change = 1; change <= 21; change += 1) {
    await expect.poll(() => questions.length).toBe(change);
    tell({ command: `ls ${change}` });
  }
  const { consent, withdraws } = await answered;
  expect(consent).toMatchObject({ isApproved: false, isDecided: false });
  expect(questions).toHaveLength(21);
  const ids = questions.map(({ item }) => item.id);
  expect(withdraws?.id, 'the question that is open').toBe(ids.at(-1));
  expect(ids, 'what was asked last is not written over').not.toContain(consent?.itemId);
});

it.each([new TooLarge('ls'), new HoldsSecret()])(
  'refuses under an id of its own what has become what nobody may be asked: %s',
  async (error) => {
    const { tell, questions, answered } = setUp(({ replaces }) => {
      if (replaces !== undefined) throw error;
    });
    await expect.poll(() => questions.length).toBe(1);
    tell({ command: 'rm -r .' });
    const { consent, withdraws } = await answered;
    expect(consent).toMatchObject({ isApproved: false, isDecided: false });
    expect(consent?.itemId).not.toBe(questions[0]?.item.id);
    expect(withdraws?.id, 'the question that is open').toBe(questions[0]?.item.id);
  },
);

it('refuses what cannot be shown, with a reason and what is known of it', async () => {
  const { questions, answered } = setUp(undefined, {
    get command(): string {
      throw new RangeError('Maximum call stack size exceeded');
    },
  });
  const { consent, fields } = await answered;
  expect(consent).toMatchObject({
    isApproved: false,
    isDecided: false,
    reason: 'This step could not be shown. Try it in another way.',
  });
  expect(fields).toMatchObject({ title: 'Run', toolKind: 'execute', toolParameters: {} });
  expect(questions).toEqual([]);
});

it('asks nobody once its turn is cancelled', async () => {
  const { questions, turn, answered } = setUp();
  await expect.poll(() => questions.length).toBe(1);
  turn.cancel();
  expect((await answered).consent).toBeNull();
  expect(turn.undecided).toBe(0);
});

it('takes an approval of one step for no other of its kind, where only their titles say what they do', async () => {
  const of = async (title: string) =>
    fingerprintOf(await describeCall({ toolCallId: 'c', title, kind: 'fetch' }, tmpdir()));
  expect(await of('Fetch a.example')).toBe(await of('Fetch a.example'));
  expect(await of('Fetch a.example')).not.toBe(await of('Fetch b.example'));
});
