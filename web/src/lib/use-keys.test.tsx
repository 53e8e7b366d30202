import { cleanup, fireEvent, render } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useDeviceSetting } from './device/device-settings.ts';
import { type Keys, useKeys } from './use-keys.ts';

afterEach(cleanup);
beforeEach(() => localStorage.clear());

function Listening({ keys }: { keys: Keys }) {
  useKeys(keys);
  return null;
}

const press = (key: string, init: KeyboardEventInit = {}, target: Element = document.body) =>
  !fireEvent.keyDown(target, { key, ...init });

it('does what a key means, once a press', () => {
  const [j, help] = [vi.fn(), vi.fn()];
  render(<Listening keys={{ j, '?': help }} />);
  expect(press('j')).toBe(true);
  expect(press('J')).toBe(true);
  expect(press('?', { shiftKey: true })).toBe(true);
  expect(press('x')).toBe(false);
  press('j', { repeat: true });
  expect(j).toHaveBeenCalledTimes(2);
  expect(help).toHaveBeenCalledTimes(1);
});

it.each([{ ctrlKey: true }, { metaKey: true }, { altKey: true }, { shiftKey: true }, { isComposing: true }])(
  'leaves a letter alone with %o',
  (init) => {
    const a = vi.fn();
    render(<Listening keys={{ a }} />);
    expect(press('a', init)).toBe(false);
    expect(a).not.toHaveBeenCalled();
  },
);

it('takes Ctrl and Cmd for the same', () => {
  const anywhere = vi.fn();
  render(<Listening keys={{ 'Ctrl+k': anywhere }} />);
  press('k', { ctrlKey: true });
  press('k', { metaKey: true });
  expect(anywhere).toHaveBeenCalledTimes(2);
  expect(press('k')).toBe(false);
});

it.each([
  ['an input', <input key="i" data-testid="here" />],
  ['a text area', <textarea key="t" data-testid="here" />],
  ['a select', <select key="s" data-testid="here" />],
  [
    'what is edited in place',
    <div key="e" contentEditable suppressContentEditableWarning>
      <b data-testid="here" />
    </div>,
  ],
])('does nothing in %s, Ctrl-K included', (_name, field) => {
  const done = vi.fn();
  const { getByTestId } = render(
    <>
      <Listening keys={{ j: done, '/': done, Enter: done, 'Ctrl+k': done }} />
      {field}
    </>,
  );
  for (const key of ['j', '/', 'Enter']) press(key, {}, getByTestId('here'));
  press('k', { ctrlKey: true }, getByTestId('here'));
  expect(done).not.toHaveBeenCalled();
});

it('does nothing below an open dialog, also with the focus beside it', () => {
  const done = vi.fn();
  const { rerender } = render(<div role="dialog" aria-modal data-state="open" />);
  const dialog = (state: string) => (
    <>
      <Listening keys={{ a: done }} />
      <div role="dialog" aria-modal data-state={state} />
    </>
  );
  rerender(dialog('open'));
  press('a');
  expect(done).not.toHaveBeenCalled();
  rerender(dialog('closed'));
  press('a');
  expect(done).toHaveBeenCalledTimes(1);
});

describe('after the field that was typed into has gone', () => {
  const done = vi.fn();
  let now = 0;
  beforeEach(() => {
    done.mockReset();
    vi.spyOn(performance, 'now').mockImplementation(() => now);
  });
  afterEach(() => void vi.restoreAllMocks());

  async function type(key: string, field: 'input' | 'textarea') {
    return inField((typed) => void press(key, {}, typed), field);
  }
  async function inField(act: (field: Element) => void, field: 'input' | 'textarea') {
    const page = (shown: 'input' | 'textarea' | null) => (
      <>
        <Listening keys={{ a: done, ArrowRight: done }} />
        <button onClick={() => {}}>Save</button>
        {shown === 'input' && <input data-testid="here" />}
        {shown === 'textarea' && <textarea data-testid="here" />}
      </>
    );
    const { rerender, getByTestId, getByText } = render(page(field));
    act(getByTestId('here'));
    // It thinks a while, and then goes.
    now += 5000;
    rerender(page(null));
    await Promise.resolve();
    return { save: () => void fireEvent.click(getByText('Save')) };
  }

  it('takes no key until whoever typed has paused for a second', async () => {
    await type('m', 'textarea');
    for (const key of ['a', 'ArrowRight', 'x', 'a']) {
      now += 900;
      press(key);
    }
    expect(done).not.toHaveBeenCalled();
    now += 1001;
    press('a');
    press('ArrowRight');
    expect(done).toHaveBeenCalledTimes(2);
  });

  it.each<[string, (field: Element) => void]>([
    ['had been entered, to be typed into', (field) => void fireEvent.focusIn(field)],
    [
      'was clicked into, to type elsewhere in it',
      (field) => {
        press('m', {}, field);
        fireEvent.click(field);
      },
    ],
  ])('takes none where it %s', async (_how, act) => {
    await inField(act, 'textarea');
    for (const key of ['a', 'ArrowRight', 'a']) {
      now += 900;
      press(key);
    }
    expect(done).not.toHaveBeenCalled();
    now += 1001;
    press('a');
    expect(done).toHaveBeenCalledOnce();
  });

  it('takes the first one that comes a second later', async () => {
    await type('Enter', 'textarea');
    now += 1001;
    press('a');
    expect(done).toHaveBeenCalledOnce();
  });

  it.each([
    ['Escape', 'textarea'],
    ['Tab', 'textarea'],
    ['Enter', 'input'],
  ] as const)('takes all where it was left by %s', async (key, field) => {
    await type(key, field);
    press('a');
    expect(done).toHaveBeenCalledOnce();
  });

  it('takes all after a click', async () => {
    const { save } = await type('m', 'input');
    save();
    press('a');
    expect(done).toHaveBeenCalledOnce();
  });
});

it('asks whoever came last first; what is not meant for it goes on', () => {
  const asked: string[] = [];
  render(
    <>
      <Listening keys={{ '/': () => void asked.push('the app') }} />
      <Listening keys={{ '/': () => (asked.push('the page'), asked.length > 1) }} />
    </>,
  );
  press('/');
  expect(asked).toEqual(['the page', 'the app']);
  press('/');
  expect(asked).toEqual(['the page', 'the app', 'the page']);
});

it('does nothing at a single character where that is switched off; other keys go on', () => {
  const done = vi.fn();
  function Off() {
    const [isOn, set] = useDeviceSetting('characterKeys');
    return <button onClick={() => set(!isOn)}>{isOn ? 'on' : 'off'}</button>;
  }
  const { getByText } = render(
    <>
      <Listening keys={{ j: done, '/': done, '?': done, Enter: done, 'Ctrl+k': done }} />
      <Off />
    </>,
  );
  fireEvent.click(getByText('on'));
  for (const key of ['j', '/', '?']) press(key);
  expect(done).not.toHaveBeenCalled();
  press('Enter');
  press('k', { ctrlKey: true });
  expect(done).toHaveBeenCalledTimes(2);
  fireEvent.click(getByText('off'));
  press('j');
  expect(done).toHaveBeenCalledTimes(3);
});
