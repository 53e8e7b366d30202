import { type QuietHours, updateDevice } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { type FocusEvent, useEffect, useState } from 'react';
import { type SavedFields, useSavedOnLeaving } from '../../lib/forms/use-leave-when-saved.ts';
import { useStableCallback } from '../../lib/use-stable-callback.ts';
import { Field } from '../../ui/forms/field.tsx';
import { Input } from '../../ui/forms/input.tsx';
import { Switch } from '../../ui/forms/switch.tsx';

const NIGHT = { from: '22:00', to: '07:00' };
type Times = typeof NIGHT;

interface QuietHoursSettingProps {
  value: QuietHours | null;
  /** Stores them; rejects on failure. */
  onSave: (value: QuietHours | null) => Promise<unknown>;
  /** The registry of the dialog around it, which stays open over times that cannot be stored. */
  fields: SavedFields | undefined;
}

/**
 * Hours in which a device gets no notifications, in the time zone in which they were set. Both times are typed first
 * and stored together when they are left: a time is typed in parts, and storing it meanwhile would also send the other
 * as it was.
 */
export function QuietHoursSetting({ value, onSave, fields }: QuietHoursSettingProps) {
  const [typed, setTyped] = useState<Partial<Times>>({});
  const [error, setError] = useState<string>();
  const times = { ...NIGHT, ...value, ...typed };
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const unsaved = value && Object.keys(typed).length > 0 ? { from: times.from, to: times.to, timeZone } : null;

  const type = (name: keyof Times, time: string) => {
    setTyped((before) => ({ ...before, [name]: time }));
    setError(undefined);
    fields?.touched();
  };
  const store = async (hours: QuietHours | null) => {
    try {
      await onSave(hours);
      // Anything typed since then stays.
      setTyped((now) => (now.from === hours?.from && now.to === hours?.to ? {} : now));
    } catch {
      // The error was shown, and the typed text is still there.
    }
  };
  const check = () => {
    const checked = updateDevice.safeParse({ quietHours: unsaved });
    setError(checked.error?.issues[0]?.message);
    return checked.success;
  };
  const save = useStableCallback(() => {
    if (!value || !unsaved) return;
    if (times.from === value.from && times.to === value.to) return setTyped({});
    if (!check()) return;
    // The untouched one, too: a reply that arrives meanwhile must not change half of what was sent.
    setTyped({ from: times.from, to: times.to });
    void store(unsaved);
  });
  useSavedOnLeaving(fields, async () => check());
  // A dialog closed by Escape removes the field without a blur event.
  useEffect(() => save, [save]);

  const leave = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) save();
  };
  const toggle = (on: boolean) => {
    setTyped({});
    setError(undefined);
    fields?.touched();
    void store(on ? { ...NIGHT, timeZone } : null);
  };
  return (
    <>
      <Switch label="Quiet hours" checked={value !== null} onChange={toggle} />
      {value && (
        <chakra.div display="grid" gridTemplateColumns="1fr 1fr" gap="12px" mb="8px" onBlur={leave}>
          <Field label="From" error={error}>
            <Input type="time" value={times.from} onChange={(event) => type('from', event.target.value)} />
          </Field>
          <Field label="To" helper={value.timeZone}>
            <Input type="time" value={times.to} onChange={(event) => type('to', event.target.value)} />
          </Field>
        </chakra.div>
      )}
    </>
  );
}
