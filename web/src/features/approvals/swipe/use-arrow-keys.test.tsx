import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { useArrowKeys } from './use-arrow-keys.ts';

afterEach(cleanup);

const keys = { onLeft: vi.fn(), onRight: vi.fn() };

function Page({ dialog = false, listening = true }) {
  const region = useRef<HTMLElement>(null);
  useArrowKeys(region, listening ? keys : null);
  return (
    <main>
      <h1>Approvals</h1>
      <button>Refresh</button>
      <section ref={region}>
        <button>Next</button>
        <input aria-label="Title" />
        <pre style={{ overflowX: 'auto' }} tabIndex={0}>
          <button>Line 1</button>
        </pre>
      </section>
      {dialog && <div role="dialog" aria-modal="true" data-state="open" />}
    </main>
  );
}

/** Whether the key was handled as a decision. */
function decides(key: string, target: Element, init: KeyboardEventInit = {}): boolean {
  Object.values(keys).forEach((handler) => handler.mockClear());
  const isUntouched = fireEvent.keyDown(target, { key, ...init });
  const calls = keys.onLeft.mock.calls.length + keys.onRight.mock.calls.length;
  expect(calls, 'decisions, as often as the key is kept from scrolling').toBe(isUntouched ? 0 : 1);
  return calls > 0;
}

it('listens in the region, on the heading and on the page itself', () => {
  render(<Page />);
  const places = [screen.getByText('Next'), screen.getByRole('heading'), screen.getByRole('main'), document.body];
  for (const place of places) expect(decides('ArrowRight', place), place.outerHTML).toBe(true);
  decides('ArrowLeft', screen.getByText('Next'));
  expect(keys.onLeft).toHaveBeenCalledOnce();
});

it('leaves alone what is meant for something else', () => {
  render(<Page />);
  expect(decides('ArrowRight', screen.getByLabelText('Title')), 'in a field').toBe(false);
  expect(decides('ArrowRight', screen.getByText('Refresh')), 'on another button').toBe(false);
  expect(decides('ArrowDown', document.body)).toBe(false);
  expect(decides('ArrowRight', document.body, { repeat: true }), 'held down').toBe(false);
  expect(decides('ArrowLeft', document.body, { altKey: true }), 'the way back').toBe(false);
});

it('lets what is wider than its frame scroll', () => {
  render(<Page />);
  const lines = screen.getByText('Line 1');
  const places = [lines, lines.parentElement ?? lines];
  for (const place of places) expect(decides('ArrowRight', place), 'while all of it is in view').toBe(true);
  vi.spyOn(Element.prototype, 'scrollWidth', 'get').mockImplementation(function (this: Element) {
    return this.matches('pre') ? 900 : 0;
  });
  for (const place of places) expect(decides('ArrowRight', place), place.outerHTML).toBe(false);
  expect(decides('ArrowLeft', screen.getByText('Next')), 'beside it').toBe(true);
  vi.restoreAllMocks();
});

it('hears nothing while a dialog is open, or without a card', () => {
  const { rerender } = render(<Page dialog />);
  expect(decides('ArrowRight', document.body)).toBe(false);
  rerender(<Page listening={false} />);
  expect(decides('ArrowRight', document.body)).toBe(false);
});
