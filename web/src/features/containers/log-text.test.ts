import { expect, it } from 'vitest';
import { logText } from './log-text.ts';

it('shows the log, whatever the server says beside it', () => {
  expect(logText({ logs: 'line 1\n', message: 'Waiting for your decision' })).toBe('line 1\n');
});

it("shows the server's message while there is no log", () => {
  expect(logText({ logs: '', message: 'The image could not be pulled' })).toBe('The image could not be pulled');
});

it('says that there is no log', () => {
  expect(logText({ logs: '', message: null })).toBe('No logs available for this container yet.');
});

it('writes out what would turn a line round or not be seen: agents name their steps in it', () => {
  expect(logText({ logs: 'asks: \u202els\r\ndone\u200b\n', message: null })).toBe('asks: ‹U+202E›ls\ndone‹U+200B›\n');
  expect(logText({ logs: '', message: 'No such image: a\u202eb' })).toBe('No such image: a‹U+202E›b');
});
