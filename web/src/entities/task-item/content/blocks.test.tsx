import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import hljs from 'highlight.js/lib/core';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { system } from '../../../ui/theme/system.ts';
import { putOnScreen } from '../../../ui/viewport/test-layout.ts';
import { SeenRecord } from '../seen/seen-record.ts';
import { SeenScope } from '../seen/seen-scope.tsx';
import { SeenStatus } from '../seen/seen-status.tsx';
import type { ItemSubject } from './describe-content.ts';
import { ItemSubjectView } from './item-subject-view.tsx';

beforeEach(() => {
  vi.spyOn(hljs, 'getLanguage').mockImplementation(() => {
    throw new Error('No language can be told');
  });
  // React logs what it catches.
  vi.spyOn(console, 'error').mockReturnValue(undefined);
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function show(subject: ItemSubject, ...required: string[]) {
  const record = new SeenRecord();
  const { container } = render(
    <ChakraProvider value={system}>
      <SeenScope record={record} required={required}>
        <ItemSubjectView subject={subject} />
        <SeenStatus />
      </SeenScope>
    </ChakraProvider>,
  );
  return { record, container };
}

const edit = { path: 'b.ts', oldText: 'one', newText: 'two\u202e' };
const far = { top: 5000, bottom: 5020 };

it.each<[string, ItemSubject, string, string]>([
  ['a file', { kind: 'file', path: 'a.ts', code: 'one\u202e\ntwo', rest: undefined }, 'file', 'one‹U+202E›two'],
  ['an edit', { kind: 'edits', edits: [edit], rest: undefined }, 'edit/0', '"newText": "two‹U+202E›"'],
])('%s that cannot be drawn stands there as exact text, and that must be seen', async (_what, subject, part, text) => {
  putOnScreen(far);
  const { record, container } = show(subject, part);
  await waitFor(() => expect(container.textContent).toContain(text));
  await screen.findByText(/more lines?$/);
  expect(record.isComplete()).toBe(false);
  putOnScreen();
  await waitFor(() => expect(record.isComplete()).toBe(true));
});

it('what cannot be shown in any way but as data cannot be approved, and says so', () => {
  putOnScreen();
  const { record, container } = show({ kind: 'elicitation', asked: { mode: 'url', url: 'nowhere' } }, 'parameters');
  expect(container.textContent).toContain('This content cannot be drawn. You can only reject it.');
  expect(container.textContent).toContain('"url": "nowhere"');
  expect(record.isComplete()).toBe(false);
});
