import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { act, cleanup, render, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { system } from '../../../ui/theme/system.ts';
import { putOnScreen } from '../../../ui/viewport/test-layout.ts';
import { lookOften } from './look-often.ts';
import { SeenRecord } from './seen-record.ts';
import { SeenScope } from './seen-scope.tsx';
import { SeenText } from './seen-text.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const required = ['text'];
const below = { top: 5000, bottom: 5020 };

it('counts nothing that was moved off the screen before the frame was painted', async () => {
  const record = new SeenRecord();
  putOnScreen(below);
  render(
    <ChakraProvider value={system}>
      <SeenScope record={record} required={required}>
        <SeenText part="text" name="the text" text={'one\ntwo'} />
      </SeenScope>
    </ChakraProvider>,
  );
  // In each frame it is on the screen until the rows around it are drawn, as long tables do after the look.
  let frames = 0;
  const stop = lookOften(() => {
    frames += 1;
    putOnScreen(below);
    return () => putOnScreen();
  });
  await waitFor(() => expect(frames).toBeGreaterThan(3));
  expect(record.progress().left).toBe(2);

  act(stop);
  putOnScreen();
  await waitFor(() => expect(record.isComplete()).toBe(true));
});
