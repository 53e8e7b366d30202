import { describe, expect, it } from 'vitest';
import { changedWords, markHtml } from './changed-words.ts';
import { diffTexts } from './diff-rows.ts';

/** The changed words of each line, in brackets. */
function marked(before: string, after: string): string[] {
  const rows = diffTexts('a', before, after).rows;
  const words = changedWords(rows);
  return rows.map((row) =>
    markHtml(row.text, words.get(row) ?? [])
      .replaceAll('<mark>', '[')
      .replaceAll('</mark>', ']'),
  );
}

describe('changedWords', () => {
  it('marks what differs between a line and the one in its place', () => {
    expect(marked('const one = 1;\nkeep\n', 'const two = 1;\nkeep\n')).toEqual([
      'const [one] = 1;',
      'const [two] = 1;',
      'keep',
    ]);
  });

  it('goes through several lines in their order, and leaves a line without a partner alone', () => {
    expect(marked('let a = one;\nlet b = one;\n', 'let a = two;\nlet b = two;\nlet c = two;\n')).toEqual([
      'let a = [one];',
      'let b = [one];',
      'let a = [two];',
      'let b = [two];',
      'let c = two;',
    ]);
  });

  it('marks words that are written from right to left whole: halves of one would stand in the wrong order', () => {
    expect(marked('const a = "שלום";\n', 'const a = "שלומי";\n')).toEqual([
      'const a = "[שלום]";',
      'const a = "[שלומי]";',
    ]);
    expect(marked('one שלום two three\n', 'one עשלוםים two three\n')).toEqual([
      'one [שלום] two three',
      'one [עשלוםים] two three',
    ]);
  });

  it('marks nothing in a line that has become another one', () => {
    expect(marked('something entirely else\n', 'return 42;\n')).toEqual(['something entirely else', 'return 42;']);
  });
});

it('markHtml counts characters as they are read, and never crosses a tag', () => {
  const html = '<span class="hljs-string">a &lt; b</span> c';
  expect(markHtml(html, [[2, 7]])).toBe('<span class="hljs-string">a <mark>&lt; b</mark></span><mark> c</mark>');
});
