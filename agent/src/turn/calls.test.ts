import { expect, it } from 'vitest';
import { createCalls } from './calls.ts';
import { terminalOutputOf } from './tool-call.ts';

const task = { id: 'task', epoch: 1 };
const run = (command: string) => ({ toolCallId: 'call_0', title: command, rawInput: { command } });

it('takes what begins under the id of a call that an earlier turn left unfinished for another call', () => {
  const calls = createCalls(task);
  calls.turnBegins();
  const rejected = calls.begin({ ...run('rm -r .'), content: [] });
  rejected.ask();
  calls.turnEnds();
  calls.turnBegins();
  expect([calls.isLeft('call_0'), calls.known('call_0')]).toEqual([true, null]);
  const next = calls.begin({ toolCallId: 'call_0', title: 'ls', rawInput: { cwd: '.' } });
  expect(next.call.rawInput, 'of its own alone').toEqual({ cwd: '.' });
  expect([next.stage, next.itemId === rejected.itemId]).toEqual(['heard', false]);
  expect(calls.begin(run('ls')), 'of this turn: the same one').toBe(next);
  expect(calls.isLeft('call_0')).toBe(false);
});

it('takes the end of a call that an earlier turn left unfinished for its end', () => {
  const calls = createCalls(task);
  calls.turnBegins();
  const slow = calls.begin(run('make'));
  calls.turnEnds();
  calls.turnBegins();
  expect(calls.hear({ toolCallId: 'call_0', status: 'completed' })).toBe(slow);
});

it('forgets the calls of an agent that is gone', () => {
  const calls = createCalls(task);
  calls.agentStarts();
  calls.turnBegins();
  const former = calls.begin(run('make'));
  former.ask();
  former.release();
  calls.turnEnds();
  calls.agentStarts();
  calls.turnBegins();
  const fresh = calls.hear(run('ls'));
  expect([fresh.stage, fresh.call.rawInput, fresh.itemId === former.itemId]).toEqual([
    'heard',
    { command: 'ls' },
    false,
  ]);
});

it('has other items in each run of the task and each round of an id, and the same items for repetitions', () => {
  const ids = [1, 2].map((epoch) => createCalls({ id: 'task', epoch }).hear(run('ls')).itemId);
  const calls = createCalls(task);
  const first = calls.hear(run('ls'));
  first.end();
  ids.push(calls.begin(run('ls')).itemId);
  expect(new Set(ids).size).toBe(3);
  expect(ids[0]).toBe(first.itemId);
});

it('keeps nothing of a secret at which a long output that comes in pieces is cut', () => {
  const calls = createCalls(
    task,
    () => undefined,
    (text) => text.replaceAll('hunter2-hunter2', '[redacted]'),
  );
  const piece = (data: string) => calls.hear({ toolCallId: 'call_0', _meta: { terminal_output_delta: { data } } });
  for (const data of ['hunter2-', 'hunter2', 'x'.repeat(89_000)]) piece(data);
  // The last 90,000 characters begin within the secret.
  expect(terminalOutputOf(piece('x'.repeat(990)).call)).toBe(`[redacted]${'x'.repeat(89_990)}`);
});
