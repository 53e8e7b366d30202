import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { system } from '../../../ui/theme/system.ts';
import { putOnScreen } from '../../../ui/viewport/test-layout.ts';
import { SeenRecord } from '../seen/seen-record.ts';
import type { SeenScope } from '../seen/seen-scope.tsx';

const drawing = ['./code/code-lines.tsx', './diff/edit-diff.tsx', './diff/patch-diff.tsx', './rich-text.tsx'];
/** As in a freshly opened page: neither has another test loaded that code, nor does a later one miss it. */
let blocks: typeof import('./blocks.tsx');
let Scope: typeof SeenScope;
beforeAll(async () => {
  vi.resetModules();
  for (const path of drawing)
    vi.doMock(path, () => {
      throw new TypeError('Failed to fetch dynamically imported module');
    });
  blocks = await import('./blocks.tsx');
  Scope = (await import('../seen/seen-scope.tsx')).SeenScope;
});
afterAll(() => {
  for (const path of drawing) vi.doUnmock(path);
  vi.resetModules();
});
beforeEach(() => {
  // React logs what it catches.
  vi.spyOn(console, 'error').mockReturnValue(undefined);
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }));
  putOnScreen();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const show = (content: ReactNode, record = new SeenRecord()) =>
  render(
    <ChakraProvider value={system}>
      <Scope record={record} required={['one']}>
        {content}
      </Scope>
    </ChakraProvider>,
  ).container;

const edit = { path: 'b.ts', oldText: 'one', newText: 'two\u202e' };

it.each([
  ['a file', () => <blocks.CodeBlock path="a.ts" code={'one\u202e'} part="one" />, 'one‹U+202E›'],
  ['an edit', () => <blocks.EditBlock edit={edit} part="one" />, '"newText": "two‹U+202E›"'],
  ['a patch', () => <blocks.PatchBlock patch="diff --git a/a b/a" part="one" />, 'diff --git a/a b/a'],
])(
  '%s whose drawing code cannot be fetched is shown as data to be seen, says so and offers to reload',
  async (...row) => {
    const [, content, text] = row;
    const record = new SeenRecord();
    const container = show(content(), record);
    await screen.findByText(
      /^Shown as raw data: the code that draws it could not be loaded\. Check your connection and reload/,
    );
    expect(container.textContent).toContain(text);
    await vi.waitFor(() => expect(record.isComplete()).toBe(true), 10_000);
    const reload = vi.fn<() => void>();
    vi.stubGlobal('location', { reload });
    fireEvent.click(screen.getByText('Reload'));
    expect(reload).toHaveBeenCalledTimes(1);
  },
);

it('markdown that cannot be drawn for want of its code stays as it was written', async () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue(undefined);
  const container = show(<blocks.Markdown text={'# One\u202e'} />);
  await vi.waitFor(() => expect(logged, 'React has caught it').toHaveBeenCalled(), 10_000);
  expect(container.textContent).toContain('# One‹U+202E›');
});
