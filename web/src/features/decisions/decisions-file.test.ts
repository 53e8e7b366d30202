import { expect, test } from 'vitest';
import { csvOf } from './decisions-file.ts';
import { testDecision } from './test-decision.ts';

/** The cells of the second line. */
const cellsOf = (fields: Parameters<typeof testDecision>[0]) => {
  const [, row = ''] = csvOf([testDecision(fields)]).split(/\r\n(?=")/);
  return [...row.matchAll(/"((?:[^"]|"")*)"(?:,|\r\n|$)/g)].map(([, cell]) => cell);
};

test('begins with the mark by which Excel knows that it is UTF-8', () => {
  expect(csvOf([testDecision({ title: 'Größe' })])).toMatch(/^\uFEFF"Decided at"/);
});

test('has a title and a cell for each column', () => {
  const [titles = ''] = csvOf([]).split('\r\n');
  expect(titles).toContain('"Decided at","Outcome","Who","How","Rule","Device"');
  expect(cellsOf({})).toHaveLength(titles.split(',').length);
});

test.each(['=HYPERLINK("http://x")', '+1', '-1', '@SUM(A1)', '\tx', '\rx', '＝1', '＋1', '－1', '＠SUM(A1)'])(
  '%j is text to a spreadsheet',
  (title) => {
    expect(csvOf([testDecision({ title })])).toContain(`"'${title.replaceAll('"', '""')}"`);
  },
);

test.each([
  ['\n=1', "'\n'=1"],
  ["a;=cmd|'/c calc'!A0;b", "a;'=cmd|'/c calc'!A0;b"],
  ['a\r\n@SUM(A1)\t+1', "a\r\n'@SUM(A1)\t'+1"],
  ['a;"=1+1;b', 'a;""\'=1+1;b'],
  ['a; b;c = d', 'a; b;c = d'],
])('%j is text also where cells are separated by semicolons', (title, cell) => {
  expect(csvOf([testDecision({ title })])).toContain(`"${cell}"`);
});

test('quotes, commas and line ends stay within their cell; numbers stay numbers', () => {
  const cells = cellsOf({ title: 'Say "hi", twice\r\nand again', waitedSeconds: 1.5, rejectionReason: null });
  expect(cells).toContain('Say ""hi"", twice\r\nand again');
  expect(cells).toContain('1.5');
  expect(cells).toContain('');
});
