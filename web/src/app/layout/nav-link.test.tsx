import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, it } from 'vitest';
import { system } from '../../ui/theme/system.ts';
import { NavLink } from './nav-link.tsx';

afterEach(cleanup);

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
