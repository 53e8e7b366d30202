import type { RecordItem } from '@countersign/contract/agent';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createRedactor } from '../server/redact.ts';
import { createMessageStream } from './message-stream.ts';

const SECRET = 'hunter2-hunter2';
const PASSAGE_LIMIT = 90_000;

beforeEach(() => {
  let now = 0;
  // Each piece comes when it is time to record what is there.
  vi.spyOn(Date, 'now').mockImplementation(() => (now += 250));
});
afterEach(() => void vi.restoreAllMocks());

/** What becomes of a message that comes in these pieces. */
function said(pieces: Iterable<string>) {
  const [shown, logged]: [string[], string[]] = [[], []];
  const stream = createMessageStream({
    taskId: 'task',
    epoch: 1,
    reports: { put: ({ content }: RecordItem) => void shown.push(content ?? '') },
    redact: createRedactor([SECRET]),
    log: Object.assign((line: string) => void logged.push(line), {
      connect: () => undefined,
      flush: async () => undefined,
    }),
    onStep: () => undefined,
  });
  for (const text of pieces) stream.take('message', { type: 'text', text });
  const live = shown.splice(0);
  stream.end();
  const { lastWords } = stream;
  stream.turnBegins(2, null);
  return { live, last: shown.at(-1), logged: logged.join('\n'), lastWords, afterwards: stream.lastWords };
}

it.each([SECRET, 'ghp_abcdefghijklmnop1234', 'eyJhbGciOiJIUzI1NiJ9.eyJhIjoxMjM0NTY3OH0.c2lnbmF0dXJl1234'])(
  'shows nothing of %s while the agent is saying it',
  (secret) => {
    const { live, last } = said(`The password is ${secret}, as said.`);
    expect(live.filter((text) => text.includes(secret.slice(0, 4)))).toEqual([]);
    expect(live).toContain('The password is');
    expect(last).toBe('The password is [redacted], as said.');
  },
);

it('shows nothing of a secret at which a long message is cut, nor where its beginning is logged', () => {
  const cut = said(['x'.repeat(PASSAGE_LIMIT - 8), SECRET, ' and more']);
  expect(cut.last).toMatch(/^x+\n\[cut here: 16 more characters\]$/);
  const begun = said(['x'.repeat(1_990), ` ${SECRET}`, 'y'.repeat(1_000)]);
  expect(begun.logged).toContain('x [redacted');
  expect([...begun.live, begun.logged].join('\n')).not.toContain(SECRET.slice(0, 4));
});

it('shows what only began like a secret once the message is over, unless that much of it gives it away', () => {
  expect(said(['Let us ', 'hunt'])).toMatchObject({ live: ['Let us', 'Let us'], last: 'Let us hunt' });
  expect(said(['It is ', SECRET.slice(0, 8)])).toMatchObject({ live: ['It is', 'It is'], last: 'It is [redacted]' });
});

it('takes nothing for the last words of a turn that was said in an earlier one', () => {
  expect(said(['Done.'])).toMatchObject({ lastWords: 'Done.', afterwards: '' });
});

it('gives no secret on with the last words', () => {
  expect(said(['It is ', SECRET]).lastWords).toBe('It is [redacted]');
});
