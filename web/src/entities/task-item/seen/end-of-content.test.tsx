import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Clamp } from '../../../ui/text/clamp.tsx';
import { system } from '../../../ui/theme/system.ts';
import { putOnScreen } from '../../../ui/viewport/test-layout.ts';
import { EndOfContent } from './end-of-content.tsx';
import { SeenRecord } from './seen-record.ts';
import { SeenScope } from './seen-scope.tsx';
import { SeenText } from './seen-text.tsx';

let record: SeenRecord;

beforeEach(() => {
  record = new SeenRecord();
  // Far below the screen, and twice as high as a clamp allows.
  putOnScreen({ top: 5000, bottom: 5020 });
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(880);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function show(height: number, text = 'one\ntwo\nthree') {
  render(
    <ChakraProvider value={system}>
      <SeenScope record={record} required={required}>
        <Clamp height={height} of="the text">
          <SeenText part="text" name="the text" text={text} />
        </Clamp>
        <EndOfContent />
      </SeenScope>
    </ChakraProvider>,
  );
}
const required = ['text'];
const end = () => screen.getByText(/^End of 3 lines/);
const reach = () => act(() => end().focus());
const FOLDED = 'End of 3 lines. Part of it is folded: show all of it first.';

it('counts for the whole if all of it is there', () => {
  show(900);
  reach();
  expect(record.isComplete()).toBe(true);
  expect(end().textContent).toBe('End of 3 lines, 3 of them ticked, not seen');
});

it.each([440, 320])('says what to do first where more than %d px are folded', (height) => {
  show(height);
  expect(end().textContent).toBe('End of 3 lines');
  reach();
  expect(record.isComplete()).toBe(false);
  expect(end().textContent).toBe(FOLDED);
  expect(screen.getByRole('status').textContent).toContain('show all of it first');
  act(() => end().blur());
  expect(end().textContent).toBe('End of 3 lines');

  fireEvent.click(screen.getByRole('button', { name: /^Show all/ }));
  reach();
  expect(record.isComplete()).toBe(true);
});

it.each([
  ['a few lines: what is in sight needs no end', 20, 'toKeyboard'],
  ['more', 21, 'toAll'],
])('is there to be seen, and always for the keyboard, below %s', async (_what, lines, shown) => {
  putOnScreen();
  show(900, Array.from({ length: lines }, (_, line) => `line ${line}`).join('\n'));
  await waitFor(() => expect(record.isComplete()).toBe(true));
  const last = screen.getByText(`End of ${lines} lines`);
  expect(last.tabIndex).toBe(0);
  expect(last.dataset['shown']).toBe(shown);
});
