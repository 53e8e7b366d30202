// @vitest-environment jsdom
import type { UpdateProject } from '@countersign/contract';
import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { system } from '../../ui/theme/system.ts';
import { SavedField } from './saved-field.tsx';

afterEach(cleanup);

test('a suggestion is added below what is there, stored, and not offered again', () => {
  const saved: UpdateProject[] = [];
  render(
    <ChakraProvider value={system}>
      <SavedField
        name="instructions"
        label="Instructions"
        helper="Told first"
        placeholder=""
        value="Use tabs"
        onSave={(change) => saved.push(change)}
        suggestions={['Write the test first', 'Use tabs']}
        long
      />
    </ChakraProvider>,
  );
  expect(screen.queryByLabelText('Add “Use tabs”'), 'what is there already').toBeNull();
  fireEvent.click(screen.getByLabelText('Add “Write the test first”'));
  expect(saved).toEqual([{ instructions: 'Use tabs\nWrite the test first' }]);
  expect(screen.queryByLabelText('Add “Write the test first”')).toBeNull();
});
