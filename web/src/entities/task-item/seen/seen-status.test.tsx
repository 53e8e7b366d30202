import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, it } from 'vitest';
import { system } from '../../../ui/theme/system.ts';
import { SeenRecord } from './seen-record.ts';
import { SeenScope } from './seen-scope.tsx';
import { SeenStatus } from './seen-status.tsx';

afterEach(cleanup);

it('writes out what would not be seen in the name of a file that was jumped over', async () => {
  const record = new SeenRecord();
  const required = ['file', 'text'];
  record.require(required);
  record.declare('file', { lines: 3, name: 'gpj\u202e.exe' });
  record.declare('text', { lines: 1, name: 'the text' });
  record.see('text', 0, 1);
  render(
    <ChakraProvider value={system}>
      <SeenScope record={record} required={required}>
        <SeenStatus />
      </SeenScope>
    </ChakraProvider>,
  );
  await screen.findByText('lines 1–3 of gpj‹U+202E›.exe not shown');
});
