import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { system } from '../../../ui/theme/system.ts';
import { describeContent, type ItemContentFields } from './describe-content.ts';
import { ToolLine } from './tool-line.tsx';

afterEach(cleanup);

const nothing: ItemContentFields = {
  type: 'tool_call',
  content: null,
  toolName: null,
  toolKind: null,
  toolParameters: null,
  filePath: null,
  fileContent: null,
};

function textOf(fields: Partial<ItemContentFields>): string | null {
  const item = { ...nothing, ...fields };
  const { container } = render(
    <ChakraProvider value={system}>
      <ToolLine item={item} subject={describeContent(item)} />
    </ChakraProvider>,
  );
  return container.textContent;
}

it('names the tool, whatever its parameters are', () => {
  expect(textOf({ toolName: 'drop_table' })).toBe('Tool drop_table');
  expect(textOf({ toolName: 'drop_table', toolParameters: { table: 'x' } })).toBe('Tool drop_table');
});

it('writes out what would not be seen in a name', () => {
  expect(textOf({ toolName: 'read\u202efile' })).toBe('Tool read‹U+202E›file');
});

it('names a file that the content beside does not name', () => {
  expect(textOf({ toolName: 'remove', filePath: 'a.txt' })).toBe('Tool remove · File a.txt');
  expect(textOf({ filePath: 'a.txt', fileContent: 'text' })).toBe('');
  expect(textOf({ filePath: 'a.txt', toolParameters: { path: 'a.txt', oldText: 'a', newText: 'b' } })).toBe('');
  expect(textOf({ filePath: 'b.txt', toolParameters: { path: 'a.txt', oldText: 'a', newText: 'b' } })).toBe(
    'File b.txt',
  );
});
