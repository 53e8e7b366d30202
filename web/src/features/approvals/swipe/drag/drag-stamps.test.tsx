import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { system } from '../../../../ui/theme/system.ts';
import { DragStamps } from './drag-stamps.tsx';

const vibrate = vi.fn();

beforeEach(() => {
  vibrate.mockReset();
  Object.defineProperty(navigator, 'vibrate', { value: vibrate, configurable: true });
});
afterEach(cleanup);

function Card({ stamped }: { stamped: 'approved' | null }) {
  const card = useRef<HTMLDivElement>(null);
  return (
    <div ref={card} data-testid="card">
      <DragStamps card={card} stamped={stamped} />
    </div>
  );
}

function setUp(stamped: 'approved' | null = null) {
  render(
    <ChakraProvider value={system}>
      <Card stamped={stamped} />
    </ChakraProvider>,
  );
  fireEvent.mouseDown(screen.getByTestId('card'), { clientX: 0, clientY: 0 });
}

const drag = (clientX: number) => fireEvent.mouseMove(window, { clientX, clientY: 0 });

function inks(): Record<string, number> {
  const stamps = [...screen.getByTestId('card').querySelectorAll('svg')];
  return Object.fromEntries(stamps.map((svg) => [svg.textContent, Number(svg.style.opacity)]));
}

it('inks the stamp of the side it is dragged to, fully at 150 px', () => {
  setUp();
  drag(75);
  expect(inks()).toEqual({ APPROVED: 0.5, REJECTED: 0 });
  drag(-150);
  expect(inks()).toEqual({ APPROVED: 0, REJECTED: 1 });
  fireEvent.mouseUp(window);
  expect(inks()).toEqual({ APPROVED: 0, REJECTED: 0 });
});

it('vibrates once each time it passes 150 px', () => {
  setUp();
  drag(150);
  expect(vibrate).not.toHaveBeenCalled();
  drag(151);
  drag(180);
  expect(vibrate).toHaveBeenCalledOnce();
  drag(100);
  drag(160);
  expect(vibrate).toHaveBeenCalledTimes(2);
});

it('keeps its stamp on the way out', () => {
  setUp('approved');
  fireEvent.mouseUp(window);
  expect(inks()).toEqual({ APPROVED: 1, REJECTED: 0 });
});
