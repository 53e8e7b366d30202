import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, it, vi } from 'vitest';
import { system } from '../../ui/theme/system.ts';
import { NavLink } from './nav-link.tsx';

const { preloadPage } = vi.hoisted(() => {
  // Another test of this worker may have loaded the link.
  vi.resetModules();
  return { preloadPage: vi.fn() };
});
vi.mock('../pages.ts', () => ({ preloadPage }));

afterEach(() => {
  cleanup();
  preloadPage.mockClear();
});

it.each([
  ['pointed at', (link: HTMLElement) => fireEvent.pointerEnter(link)],
  ['tabbed to', (link: HTMLElement) => link.focus()],
])('fetches the code of the page whose link is %s', (_how, point) => {
  render(
    <ChakraProvider value={system}>
      <MemoryRouter>
        <NavLink to="/tasks">All Tasks</NavLink>
      </MemoryRouter>
    </ChakraProvider>,
  );
  expect(preloadPage).not.toHaveBeenCalled();
  point(screen.getByRole('link'));
  expect(preloadPage).toHaveBeenCalledExactlyOnceWith('/tasks');
});

it.each([
  ['/', ['Dashboard']],
  ['/tasks/weave', ['All Tasks']],
  ['/approvals', ['Approval Queue']],
  ['/decisions', ['Approval Queue']],
  ['/tasksheet', []],
])('at %s the place that the page belongs to is current', (address, current) => {
  render(
    <ChakraProvider value={system}>
      <MemoryRouter initialEntries={[address]}>
        <NavLink to="/">Dashboard</NavLink>
        <NavLink to="/approvals" covers="/decisions">
          Approval Queue
        </NavLink>
        <NavLink to="/tasks">All Tasks</NavLink>
      </MemoryRouter>
    </ChakraProvider>,
  );
  const marked = screen.getAllByRole('link').filter((link) => link.getAttribute('aria-current') === 'page');
  expect(marked.map((link) => link.textContent)).toEqual(current);
});
