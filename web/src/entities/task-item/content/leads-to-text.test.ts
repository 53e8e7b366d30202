import { expect, it } from 'vitest';
import { leadsToText } from './leads-to-text.ts';

it('gives each name a line: those that the shell fills in below their pattern, and where links lead', () => {
  const found = [
    { pattern: 'docs/*.md', names: ['docs/a.md', 'docs/b.md'] },
    { pattern: '*.txt', names: [] },
    'real/file.ts',
    'folder/',
  ];
  expect(leadsToText(found)).toBe('docs/*.md\n  docs/a.md\n  docs/b.md\n*.txt  (no such file)\nreal/file.ts\nfolder/');
});

it.each(['a\n  b', ' a', 'a ', '"a"', 'a  (no such file)', 'a\u2028b', 'a\tb', ''])(
  'lets no name pass for more or for less: %j',
  (name) => {
    expect(leadsToText([name])).toBe(JSON.stringify(name));
    expect(leadsToText([{ pattern: '*', names: [name] }])).toBe(`*\n  ${JSON.stringify(name)}`);
  },
);
