import { routes } from '@countersign/contract';
import { expect, test, vi } from 'vitest';
import { api } from '../../lib/api.ts';
import { allDecisions, csvOf } from './decisions-file.ts';
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

test('10,000 of them come from all pages, in order, also where a page found nothing', async () => {
  const all = Array.from({ length: 10_000 }, (_, index) => testDecision({ id: `${index}`, title: '=1\n"ä",\u2028;' }));
  const pages = [...Array.from({ length: 10 }, (_, page) => all.slice(page * 1_000, (page + 1) * 1_000)), []];
  const asked: unknown[] = [];
  const call = vi.spyOn(api, 'callFully').mockImplementation(async (route, input) => {
    expect(route).toBe(routes.listDecisions);
    asked.push((input as { query?: object } | undefined)?.query);
    // The empty one is in the middle.
    const at = asked.length - 1;
    const reply = at === 5 ? pages.at(-1) : pages[at > 5 ? at - 1 : at];
    const headers = new Headers(at === 10 ? {} : { 'X-Next-Cursor': `after ${at}` });
    return { reply, headers, status: 200 } as never;
  });
  const counts: number[] = [];
  const found = await allDecisions({ how: 'hand' }, (count) => counts.push(count));
  call.mockRestore();
  expect(found.map(({ id }) => id)).toEqual(all.map(({ id }) => id));
  expect(counts.at(-1)).toBe(10_000);
  expect(asked.slice(0, 2)).toEqual([{ how: 'hand' }, { how: 'hand', cursor: 'after 0' }]);
  const rows = csvOf(found).split(/\r\n/);
  expect(rows).toHaveLength(10_002);
  for (const row of rows.slice(1, -1)) expect([...row.matchAll(/"(?:[^"]|"")*"(?:,|$)/g)]).toHaveLength(21);
});
