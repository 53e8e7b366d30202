import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createMemoryRouter, Link, RouterProvider } from 'react-router-dom';
import { afterEach, expect, it } from 'vitest';
import { useGoBack } from './use-go-back.ts';

afterEach(cleanup);

function Lost() {
  return <button onClick={useGoBack('/list')}>Go Back</button>;
}

const routes = [
  { path: '/start', element: <Link to="/lost">To what is lost</Link> },
  { path: '/list', element: <p>The list</p> },
  { path: '/lost', element: <Lost /> },
];

it('goes back to where one came from', async () => {
  render(<RouterProvider router={createMemoryRouter(routes, { initialEntries: ['/start'] })} />);
  fireEvent.click(screen.getByText('To what is lost'));
  fireEvent.click(await screen.findByText('Go Back'));
  await screen.findByText('To what is lost');
});

it('goes elsewhere when it was the first page of the visit', async () => {
  render(<RouterProvider router={createMemoryRouter(routes, { initialEntries: ['/lost'] })} />);
  fireEvent.click(screen.getByText('Go Back'));
  expect(await screen.findByText('The list')).toBeDefined();
});
