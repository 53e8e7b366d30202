import { describe, expect, it } from 'vitest';
import { changesOf, resultsOf, textsAfter } from './changes.ts';
import { isMadeBy } from './replaced-lines.ts';

const change = (oldText: string | null, newText: string) => ({ path: 'a', oldText, newText });

describe('what a file may hold after a change', () => {
  it.each([
    [
      'lines of a file whose lines end otherwise',
      change('one\ntwo\n', '1\n2\n'),
      'one\r\ntwo\r\nthree\r\n',
      '1\n2\nthree',
    ],
    ['one that comes with the other ends', change('one\r\ntwo', '1\r\n2'), 'one\ntwo\nthree\n', '1\n2\nthree'],
    ['a line that is removed with its break', change('two', ''), 'one\ntwo\nthree\n', 'one\nthree'],
    ['and without it', change('two', ''), 'one\ntwo\nthree\n', 'one\n\nthree'],
    ['a file of which the mark at its beginning was not seen', change('one\n', 'two\n'), '\uFEFFone\n', '\uFEFFtwo'],
    ['one that is written without having been shown to the agent', change(null, 'two\n'), '\uFEFFone\n', '\uFEFFtwo'],
    ['and loses its mark, which the shown text has not', change(null, 'two\n'), '\uFEFFone\n', 'two'],
  ])('%s', (_what, shown, before, after) => {
    expect(resultsOf([shown], before)).toContain(after);
  });

  it('is nothing else', () => {
    expect(textsAfter([change('two', 'x')], 'one\ntwo\nthree\n')).toEqual(['one\nx\nthree\n']);
    expect(textsAfter([change('two\n', '')], 'one\ntwo\n\nthree\n')).toEqual(['one\n\nthree\n']);
    expect(textsAfter([change(null, 'new\n')], 'old\n')).toEqual(['new\n']);
    expect(textsAfter([change('one', 'two')], '\uFEFFone, and more\n')).toEqual(['\uFEFFtwo, and more\n']);
    expect(textsAfter([change(null, 'one\ntwo\n'), change('two\n', '2\n')], null)).toEqual(['one\n2\n']);
  });

  it('has whole lines replaced as such, not where another line ends like them', () => {
    const lines = change('}\n', '');
    expect(textsAfter([lines], '  }\n}\nx\n')).toEqual(['  }\nx\n']);
    expect(textsAfter([lines], '  }\n}\n}\nx\n')).toEqual(['  }\n}\nx\n', '  }\nx\n']);
    expect(textsAfter([lines], '  }\nx\n'), 'where it has no others').toEqual(['  x\n']);
    expect(textsAfter([lines], '  }\n}'), 'at the end, without the last break').toEqual(['  }']);
    expect(textsAfter([change('}\n', ']\n')], '}\nx\n}')).toEqual([']\nx\n}', ']\nx\n]']);
  });

  it('has a passage replaced wherever it stands where that is shown', () => {
    const edit = { path: 'a', oldText: 'one', newText: '' };
    const shown = (toolParameters: object) => changesOf({ type: 'tool_call', toolParameters });
    for (const parameters of [
      { ...edit, replace_all: true },
      { edits: [edit], arguments: { replaceAll: true } },
    ]) {
      expect(textsAfter(shown(parameters), 'one\none\n')).toEqual(['\n\n', '']);
      expect(isMadeBy(shown(parameters), 'x\none\n', 'x\n'), 'no single place').toBe(false);
    }
    const lines = shown({ path: 'a', oldText: '}\n', newText: '', replace_all: true });
    expect(textsAfter(lines, '  }\n}\nx\n'), 'also at the end of a line').toEqual(['  x\n']);
  });
});

describe('passages of whole lines that stand in several places', () => {
  const before = 'a {\n}\nb {\n  }\n}\nc {\n}\n';
  const append = change('}\n', '}\nd {\n}\n');

  it.each([
    ['the first', 'a {\n}\nd {\n}\nb {\n  }\n}\nc {\n}\n'],
    ['a later one', 'a {\n}\nb {\n  }\n}\nd {\n}\nc {\n}\n'],
    ['the last', 'a {\n}\nb {\n  }\n}\nc {\n}\nd {\n}\n'],
    ['the last, whose lines end otherwise', 'a {\r\n}\r\nb {\r\n  }\r\n}\r\nc {\r\n}\r\nd {\r\n}\r\n'],
  ])('may be replaced in %s', (_which, after) => {
    expect(isMadeBy([append], before, after)).toBe(true);
  });

  it.each([
    ['in two places', 'a {\n}\nd {\n}\nb {\n  }\n}\nc {\n}\nd {\n}\n'],
    ['in a part of a line', 'a {\n}\nb {\n  }\nd {\n}\n}\nc {\n}\n'],
    ['by another text', 'a {\n}\nb {\n  }\n}\nc {\n}\ne {\n}\n'],
    ['beside another change', 'A {\n}\nb {\n  }\n}\nc {\n}\nd {\n}\n'],
    ['nowhere', before],
  ])('may not be replaced %s', (_how, after) => {
    expect(isMadeBy([append], before, after)).toBe(false);
  });

  it('are replaced in their order, each once', () => {
    const lines = 'x\n-\nx\n-\nx\n-\n';
    const [one, two] = [change('x\n', '1\n'), change('x\n', '2\n')];
    expect(isMadeBy([one, two], lines, 'x\n-\n1\n-\n2\n-\n')).toBe(true);
    expect(isMadeBy([one, two], lines, '1\n-\nx\n-\n2\n-\n')).toBe(true);
    expect(isMadeBy([two, one], lines, '1\n-\nx\n-\n2\n-\n')).toBe(false);
    expect(isMadeBy([one, two], lines, '1\n-\n1\n-\n2\n-\n')).toBe(false);
    const removed = change('x\n-\n', 'x\n');
    expect(isMadeBy([removed], lines, 'x\n-\nx\nx\n-\n'), 'although the first looks the same until there').toBe(true);
  });

  it('must be lines, and a last line without a break is the last of the file', () => {
    const lines = 'one\ntwo\none\n';
    expect(isMadeBy([change('one', '1')], lines, 'one\ntwo\n1\n')).toBe(true);
    expect(isMadeBy([change('one', '1')], lines, '1\ntwo\none\n')).toBe(false);
    expect(isMadeBy([change('', 'new\n')], lines, 'one\nnew\ntwo\none\n'), 'where nothing says').toBe(false);
    expect(isMadeBy([change(null, lines), change('one\n', '1\n')], null, 'one\ntwo\n1\n')).toBe(true);
    expect(isMadeBy([change('one\n', '1\n')], `${lines}two\n`, 'two\n'), 'and nothing around them').toBe(false);
  });

  it('are compared in little time, however many places there may be', () => {
    const begun = process.cpuUsage();
    const same = 'x\n'.repeat(100_000);
    const changes = Array.from({ length: 300 }, () => change('x\n', 'x\n'));
    expect(isMadeBy(changes, same, `${same}y\n`)).toBe(false);
    expect(process.cpuUsage(begun).user / 1_000).toBeLessThan(1_000);
  });
});
