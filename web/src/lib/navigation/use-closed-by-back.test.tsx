import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { BrowserRouter, useLocation } from 'react-router-dom';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { listenForGoingBack } from './going-back.ts';
import { useClosedByBack } from './use-closed-by-back.ts';

beforeAll(listenForGoingBack);
beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

interface LayerProps {
  declines?: boolean | undefined;
  onClosed?: (() => void) | undefined;
}

function Layer({ name, declines = false, onClosed }: LayerProps & { name: string }) {
  const [isOpen, setOpen] = useState(true);
  useClosedByBack(isOpen, () => {
    onClosed?.();
    if (!declines) setOpen(false);
  });
  return isOpen ? <p>{name}</p> : null;
}

function Page({ layers, ...how }: LayerProps & { layers: string[] }) {
  const { pathname } = useLocation();
  return (
    <>
      <h1>{pathname}</h1>
      {layers.map((name) => (
        <Layer key={name} name={name} {...how} />
      ))}
    </>
  );
}

/** Two pages of the app, the second shown, and what is open on it. */
function open(layers: string[], declines = false, onClosed?: () => void) {
  window.history.replaceState({ idx: 0 }, '', '/tasks');
  window.history.pushState({ idx: 1 }, '', '/tasks/1');
  render(
    <BrowserRouter>
      <Page layers={layers} declines={declines} onClosed={onClosed} />
    </BrowserRouter>,
  );
}

const place = () => screen.getByRole('heading').textContent;
/** Until the browser stands where it was, after it had been told to go back. */
const goBack = async () => {
  const go = vi.spyOn(window.history, 'go');
  window.history.back();
  await waitFor(() => expect(go).toHaveBeenCalledExactlyOnceWith(1));
  await waitFor(() => expect(window.history.state).toEqual({ idx: 1 }));
  go.mockRestore();
};

it('closes one after the other, the topmost first, and leaves the page only when nothing is open', async () => {
  open(['Account', 'Delete account']);
  await goBack();
  expect(screen.queryByText('Delete account')).toBeNull();
  expect(screen.getByText('Account')).toBeTruthy();
  await goBack();
  expect(screen.queryByText('Account')).toBeNull();
  expect([place(), window.location.pathname]).toEqual(['/tasks/1', '/tasks/1']);
  window.history.back();
  await waitFor(() => expect(place()).toBe('/tasks'));
});

it('closes once the browser is where it was, since closing may replace the entry of the page', async () => {
  const seen: unknown[] = [];
  open(['Filter'], false, () => seen.push(window.history.state));
  await goBack();
  await waitFor(() => expect(seen).toEqual([{ idx: 1 }]));
});

it('does not leave the app from the first page of a tab, nor what was opened before it', async () => {
  window.history.replaceState({ idx: 0 }, '', '/tasks/1');
  render(
    <BrowserRouter>
      <Page layers={['Filter']} />
    </BrowserRouter>,
  );
  const entries = window.history.length;
  window.history.back();
  await waitFor(() => expect(screen.queryByText('Filter')).toBeNull());
  expect([window.history.state, place()]).toEqual([{ idx: 1 }, '/tasks/1']);
  expect(window.history.length, 'one entry, however often something is opened').toBeLessThanOrEqual(entries);
});

it('stays where it cannot be closed', async () => {
  open(['Sending'], true);
  await goBack();
  expect(screen.getByText('Sending')).toBeTruthy();
  expect([place(), window.location.pathname]).toEqual(['/tasks/1', '/tasks/1']);
});

it('hears the platform where there is nothing to go back to, for as long as it is open', () => {
  const watchers: { onclose: (() => void) | null; destroy: () => void }[] = [];
  class Watcher {
    onclose: (() => void) | null = null;
    destroy = vi.fn();
    constructor() {
      watchers.push(this);
    }
  }
  vi.stubGlobal('CloseWatcher', Watcher);
  open(['Filter'], true);
  act(() => watchers[0]?.onclose?.());
  expect(screen.getByText('Filter')).toBeTruthy();
  cleanup();
  open(['Menu']);
  const first = watchers.length;
  act(() => watchers.at(-1)?.onclose?.());
  expect(screen.queryByText('Menu')).toBeNull();
  expect(watchers).toHaveLength(first + 1);
  expect(watchers.at(-1)?.destroy).toHaveBeenCalled();
});

it('leaves Escape to the dialog that it closes: the same press does not close what is below', () => {
  const watchers: { onclose: (() => void) | null }[] = [];
  class Watcher {
    onclose: (() => void) | null = null;
    destroy() {}
    constructor() {
      watchers.push(this);
    }
  }
  vi.stubGlobal('CloseWatcher', Watcher);
  open(['Request']);
  act(() => void document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })));
  act(() => watchers.at(-1)?.onclose?.());
  expect(screen.getByText('Request')).toBeTruthy();
});
