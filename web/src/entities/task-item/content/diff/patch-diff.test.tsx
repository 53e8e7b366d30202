import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { putOnScreen } from '../../../../ui/viewport/test-layout.ts';
import { system } from '../../../../ui/theme/system.ts';
import { SeenRecord } from '../../seen/seen-record.ts';
import { parts } from '../../seen/outline.ts';
import { SeenScope } from '../../seen/seen-scope.tsx';
import * as lines from '../../seen/show-line.ts';
import { OutsideFile } from '../publication/outside-file.tsx';
import PatchDiff from './patch-diff.tsx';

let shown: [file: string | null | undefined, line: number][];
beforeEach(() => {
  putOnScreen();
  // Nothing is in sight unless a test says so.
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  shown = [];
  outside = null;
  vi.spyOn(lines, 'showLine').mockImplementation((part, line) => {
    shown.push([part.closest('[data-frame]')?.querySelector('[data-stays] > span')?.textContent, line]);
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const change = (name: string, count = 1) => [
  ...[`diff --git a/${name} b/${name}`, `--- a/${name}`, `+++ b/${name}`, `@@ -1,${count + 1} +1,${count + 1} @@`],
  ...[' same', ...Array.from({ length: count }, () => '-x'), ...Array.from({ length: count }, () => '+y')],
];
const binary = (name: string) => [
  ...[`diff --git a/${name} b/${name}`, 'index 1111111..2222222 100644', `Binary files a/${name} and b/${name} differ`],
];

let outside: ReactNode = null;
function show(...files: string[][]) {
  const record = new SeenRecord();
  const required = ['patch'];
  render(
    <ChakraProvider value={system}>
      <SeenScope record={record} required={required}>
        {outside}
        <PatchDiff patch={`${files.flat().join('\n')}\n`} part="patch" />
      </SeenScope>
    </ChakraProvider>,
  );
  return record;
}
const listed = () =>
  within(screen.getByLabelText('Changed files'))
    .getAllByRole('listitem')
    .map((entry) => entry.querySelector('svg')?.getAttribute('aria-label') ?? null);

it('says in its list which files were seen, and which were ticked', () => {
  const record = show(change('a.ts'), change('b.ts', 20), binary('c.png'));
  expect(listed()).toEqual([null, null, null]);
  act(() => record.see('patch/0', 0, 2));
  expect(listed(), 'not to its end').toEqual([null, null, null]);
  act(() => record.see('patch/0', 2, 99));
  expect(listed()).toEqual(['Seen', null, null]);
  fireEvent.click(screen.getByLabelText('Viewed: b.ts'));
  fireEvent.click(screen.getByLabelText('Viewed: c.png'));
  expect(listed()).toEqual(['Seen', 'Viewed', 'Viewed']);
});

it('copies of each file what it has after the change, and of one that is gone what it had', () => {
  const writeText = vi.fn(() => Promise.resolve());
  vi.stubGlobal('navigator', { clipboard: { writeText } });
  const gone = ['diff --git a/b.ts b/b.ts', 'deleted file mode 100644', '--- a/b.ts', '+++ /dev/null'];
  show(change('a.ts'), [...gone, '@@ -1,2 +0,0 @@', '-one', '-two']);
  for (const name of ['Copy a.ts', 'Copy b.ts (deleted)']) fireEvent.click(screen.getByLabelText(name));
  expect(writeText.mock.calls).toEqual([['same\ny'], ['one\ntwo']]);
});

it('lets long lines run on also where only removed ones are long', () => {
  const long = 'weave '.repeat(20);
  show(['diff --git a/a.ts b/a.ts', '--- a/a.ts', '+++ b/a.ts', '@@ -1,1 +1,1 @@', `-${long}`, '+short']);
  const wrap = screen.getByLabelText('Wrap long lines');
  fireEvent.click(wrap);
  expect(wrap.closest('[data-frame]')?.getAttribute('data-wraps')).toBe('false');
});

it('steps from a file’s last change to the next file’s first, and back, past those that are folded', () => {
  show(change('a.ts'), change('b.ts', 20), binary('c.png'), change('d.ts'));
  const press = (name: string, file: number) => {
    const button = screen.getAllByLabelText(name)[file];
    if (!button) throw new Error(`Expected a button for file ${file}`);
    fireEvent.click(button);
    return shown.at(-1);
  };
  expect(press('Next change', 0)).toEqual(['b.ts', 2]);
  expect(document.activeElement, 'from where the next step goes on').toBe(screen.getAllByLabelText('Next change')[1]);
  expect(press('Next change', 1), 'a file that cannot be shown is one to tick').toEqual(['c.png', 0]);
  putOnScreen({ top: 100, bottom: 120 });
  expect(press('Previous change', 2)).toEqual(['c.png', 0]);
  expect(press('Previous change', 1)).toEqual(['a.ts', 2]);
  putOnScreen();
  fireEvent.click(screen.getByLabelText('Viewed: b.ts'));
  expect(press('Next change', 0)).toEqual(['c.png', 0]);
  const before = shown.length;
  press('Next change', 2);
  expect(shown, 'the last one leads nowhere').toHaveLength(before);
});

it('has no steps in a short file that stands alone', () => {
  show(change('a.ts'));
  expect(screen.queryByLabelText('Next change')).toBeNull();
});

it('leads from a file outside of any step to its change, gone or renamed, and from those not listed to the list', () => {
  const gone = ['diff --git a/gone.txt b/gone.txt', 'deleted file mode 100644', '--- a/gone.txt', '+++ /dev/null'];
  const moved = ['diff --git a/a.ts b/b.ts', 'similarity index 90%', 'rename from a.ts', 'rename to b.ts'];
  const names = ['gone.txt', 'a.ts', 'b.ts', null];
  outside = names.map((path, index) => (
    <OutsideFile key={index} path={path} unlisted={7} part={parts.outsideFile(index)} />
  ));
  show([...gone, '@@ -1 +0,0 @@', '-bye'], [...moved, '--- a/a.ts', '+++ b/b.ts', '@@ -1 +1 @@', '-x', '+y']);
  const led = ['gone.txt', 'a.ts', 'b.ts', '7 more files'].map((name) => {
    fireEvent.click(screen.getByRole('button', { name: new RegExp(`^${name} ?Open`) }));
    return shown.at(-1)?.[0];
  });
  expect(led).toEqual(['gone.txt (deleted)', 'a.ts → b.ts', 'a.ts → b.ts', undefined]);
  expect(vi.mocked(lines.showLine).mock.lastCall?.[0].getAttribute('aria-label')).toBe('Changed files');
});
