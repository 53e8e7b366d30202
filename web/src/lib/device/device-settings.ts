import { useCallback, useSyncExternalStore } from 'react';
import { storageListeners } from './storage-listeners.ts';

/**
 * A person's settings for this device: a keyboard, voice control or thumb belongs to the device, not to the account, so
 * they are kept in the browser and stay there after a sign-out.
 */
export interface DeviceSettings {
  /** Whether keys of a single character work. Speech input types them by accident. */
  characterKeys: boolean;
  /** Whether high-risk requests need a second tap; 'unset' until the person has answered. */
  secondTap: 'on' | 'off' | 'unset';
  /** How many seconds a swiped decision can be undone before its agent receives it; 0: not at all. */
  undoSeconds: UndoSeconds;
}

/** The options for it. */
export const undoChoices = [0, 3, 5, 10] as const;
type UndoSeconds = (typeof undoChoices)[number];

const STORED_AS = 'countersign.device';
const defaults: DeviceSettings = { characterKeys: true, secondTap: 'unset', undoSeconds: 3 };

const { subscribe, tell } = storageListeners();
/** Read again only when the stored text has changed. */
let known: { text: string | null; settings: DeviceSettings } = { text: null, settings: defaults };

/** The current settings of this device. */
export function deviceSettings(): DeviceSettings {
  const text = localStorage.getItem(STORED_AS);
  if (text !== known.text) known = { text, settings: parsed(text) };
  return known.settings;
}

/** One setting of this device, and the function that changes it; updates in all tabs. */
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

/** Takes over valid values; another version, or a person, may have written something else. */
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
