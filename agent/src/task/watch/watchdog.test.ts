import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ModelTrouble } from '../../model/trouble/model-trouble.ts';
import { createModelWatch } from '../../model/trouble/model-watch.ts';
import { startWatchdog, type Silence } from './watchdog.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** An agent that was prompted and says nothing; shown after 2 minutes, ended after 30. */
function setUp() {
  const listeners: Array<() => void> = [];
  const listen = (listener: () => void) => void listeners.push(listener);
  const session = { isPrompted: true, runsApproved: false, onActivity: listen };
  const feed = { isWaiting: false, isClosed: false, onChange: listen };
  const trouble: ModelTrouble | null = null;
  const model = { isAsked: false, trouble, onChange: (listener: () => void) => (listen(listener), () => undefined) };
  const notices: (Silence | null)[] = [];
  const ended: string[] = [];
  const dog = startWatchdog({
    session,
    feed,
    model,
    silentSeconds: 120,
    modelSeconds: 30,
    limitSeconds: 1_800,
    onSilent: (notice) => void notices.push(notice),
    onLimit: (reason) => void ended.push(reason),
  });
  const happens = () => {
    for (const listener of listeners) listener();
  };
  happens();
  return { session, feed, model, notices, ended, dog, happens };
}
const minutes = (count: number) => vi.advanceTimersByTime(count * 60_000);

it('reports an agent that says nothing for two minutes, and its next word', () => {
  const { notices, happens } = setUp();
  minutes(1.9);
  happens();
  minutes(1.9);
  expect(notices).toEqual([]);
  minutes(0.2);
  expect(notices).toMatchObject([{ kind: 'silent', forSeconds: 120 }]);
  happens();
  expect(notices).toMatchObject([{ kind: 'silent' }, null]);
});

it('reports after half a minute that it waits for its model', () => {
  const { model, notices, happens } = setUp();
  model.isAsked = true;
  happens();
  minutes(0.4);
  expect(notices).toEqual([]);
  minutes(0.2);
  expect(notices).toMatchObject([{ cause: 'model', forSeconds: 30 }]);
  model.isAsked = false;
  happens();
  expect(notices.at(-1)).toBeNull();
});

it('ends it after half an hour, with that reason', () => {
  const { notices, ended } = setUp();
  minutes(29.9);
  expect(ended).toEqual([]);
  minutes(0.2);
  expect(ended).toEqual(['The agent had said nothing for 30 minutes and was stopped. Reopen the task to continue.']);
  expect(notices).toHaveLength(1);
});

it.each(['a command that was approved', 'a request to the model'])('only reports while there is %s', (what) => {
  const { session, model, notices, ended } = setUp();
  if (what.startsWith('a command')) session.runsApproved = true;
  else model.isAsked = true;
  minutes(120);
  expect([notices.length, ended]).toEqual([1, []]);
  Object.assign(session, { runsApproved: false });
  model.isAsked = false;
  minutes(1);
  expect(ended, 'what was at work is over').toHaveLength(1);
});

it.each(['while a person has something to decide', 'between two prompts', 'when its work is over'])(
  'says nothing %s',
  (when) => {
    const { session, feed, dog, notices, ended, happens } = setUp();
    if (when.startsWith('while')) feed.isWaiting = true;
    else if (when.startsWith('between')) session.isPrompted = false;
    else dog.stop();
    happens();
    minutes(120);
    expect([notices, ended]).toEqual([[], []]);
  },
);

it('takes no call that fails for a sign of life, and leaves the end to those who tell of the trouble', () => {
  const { session, feed, dog } = setUp();
  dog.stop();
  const ended: string[] = [];
  const watch = createModelWatch({ model: 'm' });
  const reported: (Silence | null)[] = [];
  const options = { session, feed, silentSeconds: 120, modelSeconds: 30, limitSeconds: 1_800 };
  const onSilent = (notice: Silence | null) => void reported.push(notice);
  startWatchdog({ ...options, model: watch, onSilent, onLimit: (reason) => void ended.push(reason) });
  const retries = (seconds: number) => {
    for (let at = 0; at < seconds; at += 3) {
      const answered = watch.asks();
      watch.fails({ status: at % 2 === 0 ? 429 : 503, detail: '' }, 'm');
      answered();
      vi.advanceTimersByTime(3_000);
    }
  };
  retries(117);
  expect(reported).toEqual([]);
  retries(6);
  expect(reported).toMatchObject([{ cause: null, forSeconds: 120 }]);
  watch.answers();
  expect(reported.at(-1)).toBeNull();
  retries(1_860);
  expect(ended).toEqual([]);
});
