import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { nowhere } from './gesture.ts';
import { useDrag } from './use-drag.ts';
import { useSwipeAxis } from './use-swipe-axis.ts';

const [onEnd, onCancel] = [vi.fn(), vi.fn()];
beforeEach(() => void vi.clearAllMocks());
afterEach(cleanup);

function Card() {
  const card = useRef<HTMLDivElement>(null);
  useSwipeAxis(card);
  useDrag(card, { onEnd, onCancel });
  return (
    <div ref={card}>
      <p>content</p>
    </div>
  );
}

const first = (clientX: number) => ({ identifier: 0, clientX, clientY: 50 });
const second = (clientX: number) => ({ identifier: 1, clientX, clientY: 50 });

/** A drag of 200 px to the right, during which a second finger touches the card. */
function dragWithTwo() {
  render(<Card />);
  const content = screen.getByText('content');
  fireEvent.touchStart(content, { touches: [first(0)] });
  fireEvent.touchMove(content, { touches: [first(200)] });
  fireEvent.touchStart(content, { touches: [first(200), second(900)] });
  return {
    move: (...touches: object[]) => fireEvent.touchMove(content, { touches }),
    lift: (...left: object[]) => fireEvent.touchEnd(content, { touches: left }),
  };
}

it('goes on with a drag when a second finger comes and goes', () => {
  const { move, lift } = dragWithTwo();
  lift(first(200));
  expect(onEnd).not.toHaveBeenCalled();
  move(first(210));
  lift();
  expect(onEnd).toHaveBeenCalledExactlyOnceWith({ x: 210, y: 0 });
});

it('ends a drag with the finger that began it, wherever another one is', () => {
  const { move, lift } = dragWithTwo();
  move(second(900), first(200));
  lift(second(900));
  expect(onEnd).toHaveBeenCalledExactlyOnceWith({ x: 200, y: 0 });
  move(second(990));
  lift();
  expect(onEnd).toHaveBeenCalledOnce();
});

it('cancels a drag when what the finger was on has gone: its end is heard only there, and no tap is taken for it', () => {
  render(<Card />);
  const content = screen.getByText('content');
  fireEvent.touchStart(content, { touches: [first(0)] });
  fireEvent.touchMove(content, { touches: [first(200)] });
  const card = content.parentElement;
  if (!card) throw new Error('Expected a card');
  card.replaceChildren(document.createElement('p'));
  fireEvent.touchEnd(content, { touches: [] });
  expect(onEnd).toHaveBeenCalledExactlyOnceWith(nowhere);
  expect(onCancel).toHaveBeenCalledOnce();
  fireEvent.touchStart(card, { touches: [first(100)] });
  fireEvent.touchEnd(card, { touches: [] });
  fireEvent.mouseUp(window);
  expect(onEnd).toHaveBeenCalledOnce();
});

/** A mouse drag of 200 px to the right that begins 40 px into the content, which the browser measures so. */
function dragFrom(measured: Record<'scrollHeight' | 'clientHeight' | 'clientWidth', number>) {
  render(<Card />);
  const content = screen.getByText('content');
  for (const [name, value] of Object.entries(measured)) Object.defineProperty(content, name, { value });
  const pressed = new MouseEvent('mousedown', { bubbles: true });
  Object.defineProperty(pressed, 'offsetX', { value: 40 });
  fireEvent(content, pressed);
  fireEvent.mouseMove(window, { clientX: 200 });
  fireEvent.mouseUp(window);
}

it('leaves a press on a scroll bar to the scroll bar', () => {
  dragFrom({ scrollHeight: 500, clientHeight: 100, clientWidth: 30 });
  expect(onEnd).not.toHaveBeenCalled();
});

it('takes no link for a scroll bar, whose inner size is 0, though Firefox gives it a scroll height', () => {
  dragFrom({ scrollHeight: 20, clientHeight: 0, clientWidth: 0 });
  expect(onEnd).toHaveBeenCalledExactlyOnceWith({ x: 200, y: 0 });
});
