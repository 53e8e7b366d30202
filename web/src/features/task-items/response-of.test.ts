import { expect, it } from 'vitest';
import { responseOf } from './response-of.ts';

it('shows what a program has written as it is, and says how it ended where that is no success', () => {
  const text = 'one\ntwo\n';
  expect(responseOf({ output: text })).toEqual({ text, failure: null });
  expect(responseOf({ output: text, metadata: { output: text, exit: 0, truncated: false } })).toEqual({
    ...{ text, failure: null },
  });
  expect(responseOf({ output: text, metadata: { output: text, exit: 254, truncated: false } })).toEqual({
    ...{ text, failure: 'exit code 254' },
  });
  expect(responseOf({ output: '\u001b[32m✓\u001b[0m one \u001b[38;5;2m(2 ms)\u001b[m', exitCode: 0 }).text).toBe(
    '✓ one (2 ms)',
  );
  expect(responseOf({ output: text, exitCode: 1 })).toEqual({ text, failure: 'exit code 1' });
  expect(responseOf({ status: 'failed', output: text })).toEqual({ text, failure: 'failed' });
});

it('shows the output as far as it is known where only the beginning of a long response is', () => {
  const whole = JSON.stringify({ metadata: { exit: 1 }, output: '\u001b[31mone\u001b[0m\n😀 "two"\n'.repeat(3) });
  const from = whole.indexOf('one');
  for (let end = from; end < whole.length - 2; end += 1) {
    const { text, failure } = responseOf(whole.slice(0, end));
    expect([text.slice(0, 3), failure]).toEqual([end < from + 3 ? 'one'.slice(0, end - from) : 'one', 'exit code 1']);
    expect(text.replaceAll(/^(?:one\n😀 "two"\n)*/g, '').length, text).toBeLessThan(20);
  }
  for (const other of ['{"edits":[{"path":"a', '{"output":{"error":"no', '{"outp', 'plain'])
    expect(responseOf(other)).toEqual({ text: other, failure: null });
});

it('leaves nothing out that says more', () => {
  for (const response of [
    { output: 'one', metadata: { output: 'another', exit: 1 } },
    { output: 'one', metadata: { truncated: true } },
    { output: 'one', notCompared: ['a file'] },
    { output: { error: 'none' }, status: 'failed' },
    { problem: 'other bytes' },
    ['one'],
    null,
  ]) {
    const { text } = responseOf(response);
    for (const word of JSON.stringify(response).match(/[a-z]{4,}/g) ?? [])
      if (word !== 'output' && word !== 'metadata') expect(text, JSON.stringify(response)).toContain(word);
  }
  expect(responseOf({ output: { error: 'none' }, status: 'failed' }).failure).toBe('failed');
});
