import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import type { Distance } from './gesture.ts';
import { useDragGuard } from './use-drag-guard.ts';
import { useDrag } from './use-drag.ts';

afterEach(cleanup);

function Draggable({ onMove, onEnd }: { onMove: (distance: Distance) => void; onEnd: (distance: Distance) => void }) {
  const element = useRef<HTMLDivElement>(null);
  useDrag(element, { onMove, onEnd });
  return <div ref={element}>card</div>;
}

function setUp() {
  const [onMove, onEnd] = [vi.fn(), vi.fn()];
  render(<Draggable onMove={onMove} onEnd={onEnd} />);
  return { card: screen.getByText('card'), onMove, onEnd };
}

it('tells how far the mouse went, and where it was let go', () => {
  const { card, onMove, onEnd } = setUp();
  fireEvent.mouseDown(card, { clientX: 100, clientY: 50 });
  fireEvent.mouseMove(window, { clientX: 251, clientY: 55 });
  expect(onMove).toHaveBeenLastCalledWith({ x: 151, y: 5 });
  fireEvent.mouseUp(window);
  expect(onEnd).toHaveBeenCalledExactlyOnceWith({ x: 151, y: 5 });
});

it('does the same for a finger', () => {
  const { card, onEnd } = setUp();
  fireEvent.touchStart(card, { touches: [{ clientX: 200, clientY: 50 }] });
  fireEvent.touchMove(card, { touches: [{ clientX: 40, clientY: 50 }] });
  fireEvent.touchEnd(card);
  expect(onEnd).toHaveBeenCalledExactlyOnceWith({ x: -160, y: 0 });
});

it('means nothing when the system takes the finger away', () => {
  const { card, onEnd } = setUp();
  fireEvent.touchStart(card, { touches: [{ clientX: 0, clientY: 0 }] });
  fireEvent.touchMove(card, { touches: [{ clientX: 300, clientY: 0 }] });
  fireEvent.touchCancel(card);
  expect(onEnd).toHaveBeenCalledExactlyOnceWith({ x: 0, y: 0 });
});

it('means nothing when the phone is turned meanwhile: the card is no longer under the finger', () => {
  const { card, onMove, onEnd } = setUp();
  fireEvent.touchStart(card, { touches: [{ clientX: 200, clientY: 0 }] });
  fireEvent.touchMove(card, { touches: [{ clientX: 100, clientY: 0 }] });
  fireEvent(window, new Event('resize'));
  expect(onEnd).toHaveBeenCalledExactlyOnceWith({ x: 0, y: 0 });
  fireEvent.touchMove(card, { touches: [{ clientX: 0, clientY: 0 }] });
  expect(onMove).toHaveBeenCalledOnce();
  fireEvent.touchEnd(card);
  expect(onEnd).toHaveBeenCalledOnce();
});

it('ignores a drag that begins elsewhere', () => {
  const { onMove, onEnd } = setUp();
  fireEvent.mouseDown(document.body);
  fireEvent.mouseMove(window, { clientX: 300 });
  fireEvent.mouseUp(window);
  expect(onMove).not.toHaveBeenCalled();
  expect(onEnd).not.toHaveBeenCalled();
});

it('starts the second drag at nothing', () => {
  const { card, onEnd } = setUp();
  fireEvent.mouseDown(card, { clientX: 0, clientY: 0 });
  fireEvent.mouseMove(window, { clientX: -200, clientY: 0 });
  fireEvent.mouseUp(window);
  fireEvent.mouseDown(card, { clientX: 0, clientY: 0 });
  fireEvent.mouseUp(window);
  expect(onEnd).toHaveBeenLastCalledWith({ x: 0, y: 0 });
});

it('guards what is dragged against the click that ends the drag, but not against a key pressed later', () => {
  const onClick = vi.fn();
  function Guarded() {
    const element = useRef<HTMLDivElement>(null);
    return (
      <div ref={element} {...useDragGuard(element)}>
        <button onClick={onClick}>Viewed</button>
      </div>
    );
  }
  render(<Guarded />);
  const button = screen.getByText('Viewed');
  fireEvent.mouseDown(button, { clientX: 0, clientY: 0 });
  fireEvent.mouseMove(window, { clientX: 200, clientY: 0 });
  fireEvent.mouseUp(window);
  fireEvent.click(button, { detail: 1 });
  expect(onClick).not.toHaveBeenCalled();
  fireEvent.click(button, { detail: 0 });
  expect(onClick).toHaveBeenCalledOnce();
});
