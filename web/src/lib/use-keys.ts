import { useEffect } from 'react';
import { deviceSettings } from './device/device-settings.ts';
import { own } from './own.ts';
import { FIELDS, followTyping, isStray } from './stray-keys.ts';
import { useStableCallback } from './use-stable-callback.ts';

/** Handles a press. Returns false if it was not meant for this; then the previous listener gets it. */
type OnPress = (target: Element) => boolean | void;

/** By the key's name: 'j', '?', 'Enter', 'Ctrl+k' (Cmd-K on a Mac). */
export type Keys = Record<string, OnPress>;

type Press = (name: string, target: Element) => boolean;

/** The listeners; the last one is asked first. */
const listening: Press[] = [];
let unfollow: (() => void) | undefined;

/**
 * Handles keys pressed anywhere in the page, except those meant for a field or an open dialog. Keys of a single
 * character do nothing if the person has turned them off.
 */
export function useKeys(keys: Keys | null): void {
  const press = useStableCallback((name: string, target: Element) => {
    const meant = keys && own(keys, name);
    return meant != null && meant(target) !== false;
  });
  const isListening = keys !== null;
  useEffect(() => {
    if (!isListening) return;
    listening.push(press);
    if (listening.length === 1) {
      document.addEventListener('keydown', hear);
      unfollow = followTyping();
    }
    return () => {
      listening.splice(listening.indexOf(press), 1);
      if (listening.length > 0) return;
      document.removeEventListener('keydown', hear);
      unfollow?.();
    };
  }, [press, isListening]);
}

function hear(event: KeyboardEvent): void {
  const name = nameOf(event);
  if (name === null || !isForPage(event)) return;
  if (name.length === 1 && !deviceSettings().characterKeys) return;
  const { target } = event;
  for (const press of [...listening].reverse()) {
    if (!press(name, target)) continue;
    event.preventDefault();
    return;
  }
}

/** A letter also counts with Caps Lock; with Shift it is another key. */
function nameOf({ key, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): string | null {
  const isLetter = /^[a-z]$/i.test(key);
  if (altKey || (isLetter && shiftKey)) return null;
  const name = isLetter ? key.toLowerCase() : key;
  return ctrlKey || metaKey ? `Ctrl+${name}` : name;
}

/** Whether a key was pressed once, and meant for the page: not for a field, even one that has just gone, or a dialog. */
export function isForPage(event: KeyboardEvent): event is KeyboardEvent & { target: Element } {
  const { target } = event;
  if (event.defaultPrevented || event.repeat || event.isComposing || isStray()) return false;
  if (!(target instanceof Element) || target.closest(FIELDS)) return false;
  // A click beside its fields moves the focus out of a dialog that stays open.
  return document.querySelector('[aria-modal=true]:not([data-state=closed])') === null;
}

/** Whether the focus is nowhere in particular: on the page itself or on its heading, as after a load. */
export const isNowhere = (target: Element): boolean => target.matches('body, main, h1');
