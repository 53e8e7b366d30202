import { expect, it } from 'vitest';
import { markedParts, withColours } from './marked-parts.ts';

const reason = (level: string, ...spans: [number, number][]) => ({
  level,
  text: level,
  spans: spans.map(([from, to]) => ({ from, to })),
});

it('marks what the reasons are about and leaves the rest as it is', () => {
  expect(markedParts('git status; rm a', [reason('high', [12, 16]), reason('medium', [0, 10])])).toEqual([
    { text: 'git status', level: 'medium' },
    { text: '; ', level: null },
    { text: 'rm a', level: 'high' },
  ]);
});

it('lets the weightier mark count where two overlap, and no low one', () => {
  const reasons = [reason('high', [3, 5]), reason('medium', [0, 8]), reason('low', [0, 9])];
  expect(markedParts('012345678', reasons)).toEqual([
    { text: '012', level: 'medium' },
    { text: '34', level: 'high' },
    { text: '567', level: 'medium' },
    { text: '8', level: null },
  ]);
});

it.each([[[]], [[reason('high', [5, 99])]], [[reason('high', [4, 4], [9, 2])]], [[reason('new', [0, 99])]]])(
  'loses nothing of the text, whatever the marks are',
  (reasons) => {
    const parts = markedParts('some text', reasons);
    expect(parts.map(({ text }) => text).join('')).toBe('some text');
  },
);

it('takes a level that it does not know for the weightiest', () => {
  expect(markedParts('ab', [reason('medium', [0, 2]), reason('worse', [0, 2])])).toEqual([
    { text: 'ab', level: 'worse' },
  ]);
});

it('is cut where colours begin and end, too', () => {
  const parts = markedParts('rm -f "$a"', [reason('high', [0, 5])]);
  const coloured = [
    { text: 'rm ', colour: null },
    { text: '-f "', colour: 'x' },
    { text: '$a"', colour: 'y' },
  ];
  expect(withColours(parts, coloured)).toEqual([
    { text: 'rm ', level: 'high', colour: null },
    { text: '-f', level: 'high', colour: 'x' },
    { text: ' "', level: null, colour: 'x' },
    { text: '$a"', level: null, colour: 'y' },
  ]);
});
