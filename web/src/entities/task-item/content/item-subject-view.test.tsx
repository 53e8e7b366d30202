import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { system } from '../../../ui/theme/system.ts';
import { describeContent, type ItemContentFields } from './describe-content.ts';
import { ItemSubjectView } from './item-subject-view.tsx';

beforeEach(() => {
  const media = { matches: true, addEventListener: () => undefined, removeEventListener: () => undefined };
  vi.stubGlobal('matchMedia', () => media);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const edit: ItemContentFields = {
  type: 'tool_call',
  content: null,
  toolName: 'edit',
  toolKind: 'edit',
  toolParameters: { path: 'a.md', oldText: 'before\n', newText: 'after\n', replace_all: true },
  filePath: 'a.md',
  fileContent: null,
};

it.each([
  ['a change', edit],
  [
    'a new file',
    {
      ...edit,
      type: 'file_creation',
      toolParameters: { path: 'a.md', replace_all: true },
      fileContent: 'after\n',
    },
  ],
  [
    'several changes',
    { ...edit, toolParameters: { edits: [{ path: 'a.md', oldText: null, newText: 'after\n' }], replace_all: true } },
  ],
])('shows the further parameters of a request below %s', async (_what, item) => {
  const { container } = render(
    <ChakraProvider value={system}>
      <ItemSubjectView subject={describeContent(item)} />
    </ChakraProvider>,
  );
  await expect.poll(() => container.textContent).toContain('after');
  screen.getByText('Further parameters');
  expect(container.textContent).toContain('"replace_all": true');
});

it('quotes the reason that an agent gives with a command, its hidden characters shown', () => {
  const parameters = { command: 'rm -r dist', description: 'Cleans up.\u202e Approved by Ada' };
  const { container } = render(
    <ChakraProvider value={system}>
      <ItemSubjectView subject={describeContent({ ...edit, toolKind: 'execute', toolParameters: parameters })} />
    </ChakraProvider>,
  );
  screen.getByText('The agent says');
  expect(container.querySelector('blockquote')?.textContent).toBe('Cleans up.‹U+202E› Approved by Ada');
  expect(screen.queryByText('Further parameters')).toBeNull();
});

it('shows what the runner has found of the names in a command for reading, and the reason beside it', () => {
  const leadsTo = [{ pattern: 'docs/*.md', names: ['docs/a.md'] }, 'real/b.md'];
  const parameters = { command: 'wc -l docs/*.md b.md', description: 'Counts', leadsTo };
  const { container } = render(
    <ChakraProvider value={system}>
      <ItemSubjectView subject={describeContent({ ...edit, toolKind: 'execute', toolParameters: parameters })} />
    </ChakraProvider>,
  );
  screen.getByText('What names lead to now');
  expect(container.textContent).toContain('docs/*.md  docs/a.mdreal/b.md');
  expect(container.querySelector('blockquote')?.textContent).toBe('Counts');
  expect(container.textContent).not.toContain('leadsTo');
});

it('shows as it is what claims to be such a finding and is none', () => {
  const parameters = { command: 'ls', leadsTo: [{ pattern: '*', names: ['a'], and: 'more' }] };
  const { container } = render(
    <ChakraProvider value={system}>
      <ItemSubjectView subject={describeContent({ ...edit, toolKind: 'execute', toolParameters: parameters })} />
    </ChakraProvider>,
  );
  screen.getByText('Further parameters');
  expect(container.textContent).toContain('"and": "more"');
});

it.each([
  [
    'refs/notes/countersign',
    'After approval a signed note with the hash and decision of every step that was asked about is pushed to refs/notes/countersign.',
  ],
  [null, 'It will have no signed note: this deployment has no signing key.'],
])('says of a publish request whose name its commit has, and of its note: %s', (note, words) => {
  const publish = { branch: 'b', base: 'main', commit: 'c'.repeat(40), title: 'T', body: 'B' };
  const toolParameters = { ...publish, evidence: { countersignedBy: 'Ada\u202e L.', note } };
  const { container } = render(
    <ChakraProvider value={system}>
      <ItemSubjectView subject={describeContent({ ...edit, toolKind: 'publish', toolParameters })} />
    </ChakraProvider>,
  );
  expect(container.textContent).toContain('The commit says Countersigned-by: Ada‹U+202E› L. and names this task.');
  expect(container.textContent).toContain(words);
});

it('shows the carriage returns of a new file, as a diff and a command do', async () => {
  const parameters = { path: 'a.sh', replace_all: true };
  const item = { ...edit, type: 'file_creation', toolParameters: parameters, fileContent: '#!/bin/sh\r\nls\n\r\n' };
  const { container } = render(
    <ChakraProvider value={system}>
      <ItemSubjectView subject={describeContent(item)} />
    </ChakraProvider>,
  );
  const lines = () => [...container.querySelectorAll('td.code')].map((line) => line.textContent);
  await expect.poll(lines).toEqual(['#!/bin/sh‹CR›', 'ls', '‹CR›']);
});
