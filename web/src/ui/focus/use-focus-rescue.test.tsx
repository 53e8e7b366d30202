import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, expect, it } from 'vitest';
import { useFocusRescue } from './use-focus-rescue.ts';

afterEach(cleanup);

function List({ names, withButtons = true }: { names: string[]; withButtons?: boolean }) {
  const list = useRef<HTMLUListElement>(null);
  useFocusRescue(list, names.join() + withButtons);
  return (
    <section aria-label="All">
      <ul ref={list}>
        {names.map((name) => (
          <li key={name} tabIndex={-1} aria-label={name}>
            {withButtons && <button>{`Decide ${name}`}</button>}
          </li>
        ))}
      </ul>
    </section>
  );
}

const focusOn = (name: string) => screen.getByRole('button', { name: `Decide ${name}` }).focus();

it('moves on to the entry that takes the place of the one that is gone', () => {
  const { rerender } = render(<List names={['a', 'b', 'c']} />);
  focusOn('b');
  rerender(<List names={['a', 'c']} />);
  expect(document.activeElement).toBe(screen.getByLabelText('c'));
});

it('goes back to the last one where the last has gone', () => {
  const { rerender } = render(<List names={['a', 'b']} />);
  focusOn('b');
  rerender(<List names={['a']} />);
  expect(document.activeElement).toBe(screen.getByLabelText('a'));
});

it('goes to the section around the list where none is left', () => {
  const { rerender } = render(<List names={['a']} />);
  focusOn('a');
  rerender(<List names={[]} />);
  expect(document.activeElement).toBe(screen.getByLabelText('All'));
});

it('stays with an entry that only loses its buttons', () => {
  const { rerender } = render(<List names={['a', 'b']} />);
  focusOn('a');
  rerender(<List names={['a', 'b']} withButtons={false} />);
  expect(document.activeElement).toBe(screen.getByLabelText('a'));
});

it('takes the focus from nobody', () => {
  const { rerender } = render(<List names={['a', 'b']} />);
  rerender(<List names={['b']} />);
  expect(document.activeElement).toBe(document.body);
});

it('moves on when the dialog closes in which an entry was deleted', async () => {
  const page = (names: string[], isOpen: boolean) => (
    <>
      <List names={names} />
      {isOpen && (
        <div role="alertdialog">
          <button>Delete</button>
        </div>
      )}
    </>
  );
  const { rerender } = render(page(['a', 'b', 'c'], false));
  focusOn('b');
  rerender(page(['a', 'b', 'c'], true));
  screen.getByRole('button', { name: 'Delete' }).focus();
  rerender(page(['a', 'c'], true));
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Delete' }));
  rerender(page(['a', 'c'], false));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('c')));
});
