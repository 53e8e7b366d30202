import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { listenForGoingBack } from '../../lib/navigation/going-back.ts';
import { system } from '../theme/system.ts';
import { TOASTS_ABOVE } from '../toaster/toast-store.ts';
import { Dialog } from './dialog.tsx';

afterEach(cleanup);

it('writes out what would not be seen in its title', async () => {
  render(
    <ChakraProvider value={system}>
      <Dialog open onClose={() => undefined} title={'Run\u202e it'} />
    </ChakraProvider>,
  );
  expect(await screen.findByRole('heading', { name: 'Run‹U+202E› it' })).toBeTruthy();
});

it.each([
  ['alertdialog', '368px'],
  ['dialog', '68px'],
] as const)('keeps toasts off the words of a question at the lower edge: %s', async (role, above) => {
  const at = (top: number) => ({ top, height: 768 - top, bottom: 768, left: 0 }) as DOMRect;
  const box = vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
    return at(this.role === null ? 700 : 400);
  });
  render(
    <ChakraProvider value={system}>
      <Dialog open role={role} onClose={() => undefined} title="Delete it?" footer={<button>Delete</button>} />
    </ChakraProvider>,
  );
  await waitFor(() => expect(document.documentElement.style.getPropertyValue(TOASTS_ABOVE)).toBe(above));
  box.mockRestore();
});

it('is closed by going back instead of leaving the page, unless what it asks for is on its way', async () => {
  listenForGoingBack();
  const go = vi.spyOn(window.history, 'go');
  window.history.replaceState({ idx: 0 }, '', '/projects');
  window.history.pushState({ idx: 1 }, '', '/projects/1');
  const onClose = vi.fn();
  const shown = (busy: boolean) => (
    <ChakraProvider value={system}>
      <Dialog open busy={busy} onClose={onClose} title="Create New Task" />
    </ChakraProvider>
  );
  const isBack = async (times: number) => {
    await waitFor(() => expect(go).toHaveBeenCalledTimes(times));
    await waitFor(() => expect(window.location.pathname).toBe('/projects/1'));
  };
  const { rerender } = render(shown(true));
  window.history.back();
  await isBack(1);
  expect(onClose).not.toHaveBeenCalled();
  rerender(shown(false));
  window.history.back();
  await isBack(2);
  expect(onClose).toHaveBeenCalledOnce();
  go.mockRestore();
});
