import type { UpdateProject } from '@countersign/contract';
import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { system } from '../../../ui/theme/system.ts';
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
        onSave={async (change) => saved.push(change)}
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

function Field({ value, onSave }: { value: string | null; onSave: (change: UpdateProject) => Promise<unknown> }) {
  return (
    <ChakraProvider value={system}>
      <SavedField name="folder" label="Folder" helper="" placeholder="" value={value} onSave={onSave} />
    </ChakraProvider>
  );
}
const field = () => screen.getByLabelText<HTMLInputElement>('Folder');

test('follows what is stored while nothing is typed, and writes nothing when it is left untouched', () => {
  const onSave = vi.fn(async () => undefined);
  const { rerender } = render(<Field value="old" onSave={onSave} />);
  rerender(<Field value="newer" onSave={onSave} />);
  expect(field().value).toBe('newer');
  fireEvent.focus(field());
  fireEvent.blur(field());
  expect(onSave).not.toHaveBeenCalled();
});

test('keeps what is being typed when the stored value changes, and follows again once it is stored', async () => {
  const onSave = vi.fn(async () => undefined);
  const { rerender } = render(<Field value="old" onSave={onSave} />);
  fireEvent.change(field(), { target: { value: 'mine' } });
  rerender(<Field value="another's" onSave={onSave} />);
  expect(field().value).toBe('mine');
  await act(async () => fireEvent.blur(field()));
  expect(onSave).toHaveBeenCalledExactlyOnceWith({ folder: 'mine' });
  expect(field().value, 'the stored value is still on its way').toBe('mine');
  rerender(<Field value="mine" onSave={onSave} />);
  rerender(<Field value="changed elsewhere" onSave={onSave} />);
  expect(field().value).toBe('changed elsewhere');
});
