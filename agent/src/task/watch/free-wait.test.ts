import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startFreeWait } from './free-wait.ts';

const SECONDS = 10;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A task whose agent is idle, whose work is saved, and which waits for a decision. */
function setUp() {
  const state = { isWaiting: true, isClosed: false, isBusy: false, isSaved: true, givenBack: 0 };
  const onChange: Array<() => void> = [];
  const onActivity: Array<() => void> = [];
  const changed = () => onChange.forEach((listener) => listener());
  startFreeWait({
    feed: {
      get isWaiting() {
        return state.isWaiting;
      },
      get isClosed() {
        return state.isClosed;
      },
      onChange: (listener) => void onChange.push(listener),
    },
    session: {
      get isBusy() {
        return state.isBusy;
      },
      onActivity: (listener) => void onActivity.push(listener),
    },
    seconds: SECONDS,
    save: async () => state.isSaved,
    giveBack: () => (state.givenBack += 1),
  });
  changed();
  const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000);
  return { state, changed, actOfAgent: () => onActivity.forEach((listener) => listener()), pass };
}

it('gives the container back when nothing but a decision was missing for the whole wait', async () => {
  const { state, pass } = setUp();
  await pass(SECONDS - 1);
  expect(state.givenBack).toBe(0);
  await pass(1);
  expect(state.givenBack).toBe(1);
});

it('starts over with whatever the agent does or the person sends', async () => {
  const { state, changed, actOfAgent, pass } = setUp();
  await pass(SECONDS - 1);
  actOfAgent();
  await pass(SECONDS - 1);
  changed();
  await pass(SECONDS - 1);
  expect(state.givenBack).toBe(0);
});

it('waits only while a decision is missing, and not for a task that is over', async () => {
  const { state, changed, pass } = setUp();
  state.isWaiting = false;
  changed();
  await pass(3 * SECONDS);
  Object.assign(state, { isWaiting: true, isClosed: true });
  changed();
  await pass(3 * SECONDS);
  expect(state.givenBack).toBe(0);
});

it('keeps the container for work that is saved nowhere else, until it is saved', async () => {
  const { state, pass } = setUp();
  state.isSaved = false;
  await pass(4 * SECONDS);
  expect(state.givenBack).toBe(0);
  state.isSaved = true;
  await pass(SECONDS);
  expect(state.givenBack).toBe(1);
});

it('keeps the container for an agent at work, but not for ever for one that gives no sign of life', async () => {
  const { state, actOfAgent, pass } = setUp();
  state.isBusy = true;
  await pass(5 * SECONDS);
  actOfAgent();
  await pass(5 * SECONDS);
  expect(state.givenBack).toBe(0);
  await pass(SECONDS);
  expect(state.givenBack).toBe(1);
});
