import { useCallback, useSyncExternalStore } from 'react';
import { storageListeners } from './storage-listeners.ts';

/**
 * What a person set for this device: a keyboard, a voice control or a thumb belongs to the device, not to the account, so
 * this is kept in the browser and stays there when somebody signs out.
 */
export interface DeviceSettings {
  /** Keys of a single character do something. Off, they do nothing: speech input types them by accident. */
  characterKeys: boolean;
  /** High-risk requests want a second tap; 'unset' until the person has answered. */
  secondTap: 'on' | 'off' | 'unset';
  /** For how long a decision by swiping can be undone before its agent hears of it; 0: not at all. */
  undoSeconds: UndoSeconds;
}

/** What can be chosen for it. */
export const undoChoices = [0, 3, 5, 10] as const;
type UndoSeconds = (typeof undoChoices)[number];

const STORED_AS = 'countersign.device';
const defaults: DeviceSettings = { characterKeys: true, secondTap: 'unset', undoSeconds: 3 };

const { subscribe, tell } = storageListeners();
/** Read again only when what is stored has changed. */
let known: { text: string | null; settings: DeviceSettings } = { text: null, settings: defaults };

/** The settings of this device as they are now. */
export function deviceSettings(): DeviceSettings {
  const text = localStorage.getItem(STORED_AS);
  if (text !== known.text) known = { text, settings: parsed(text) };
  return known.settings;
}

/** One setting of this device, and the way to change it; it is followed in all tabs. */
export function useDeviceSetting<Name extends keyof DeviceSettings>(
  name: Name,
): [DeviceSettings[Name], (value: DeviceSettings[Name]) => void] {
  const value = useSyncExternalStore(subscribe, () => deviceSettings()[name]);
  const set = useCallback(
    (changed: DeviceSettings[Name]) => {
      localStorage.setItem(STORED_AS, JSON.stringify({ ...deviceSettings(), [name]: changed }));
      tell();
    },
    [name],
  );
  return [value, set];
}

/** Takes over what is understood; another version, or a person, may have written something else. */
function parsed(text: string | null): DeviceSettings {
  try {
    const { characterKeys, secondTap, undoSeconds } = JSON.parse(text ?? '{}') as Partial<DeviceSettings>;
    return {
      characterKeys: typeof characterKeys === 'boolean' ? characterKeys : defaults.characterKeys,
      secondTap: secondTap === 'on' || secondTap === 'off' ? secondTap : defaults.secondTap,
      undoSeconds: undoChoices.find((seconds) => seconds === undoSeconds) ?? defaults.undoSeconds,
    };
  } catch {
    return defaults;
  }
}
