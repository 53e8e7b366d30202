import { type QuietHours, updateDevice } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { type FocusEvent, useRef, useState } from 'react';
import { messageOf } from '../../lib/api.ts';
import { type SavedFields, useSavedOnLeaving } from '../../lib/forms/use-leave-when-saved.ts';
import { Field } from '../../ui/forms/field.tsx';
import { Input } from '../../ui/forms/input.tsx';
import { Switch } from '../../ui/forms/switch.tsx';

const NIGHT = { from: '22:00', to: '07:00' };
type Times = typeof NIGHT;

const isSame = (one: Times, other: Partial<Times>) => one.from === other.from && one.to === other.to;

interface QuietHoursSettingProps {
  value: QuietHours | null;
  /** Stores them; rejects on failure. */
  onSave: (value: QuietHours | null) => Promise<unknown>;
  /** The registry of the dialog around it, which closes only once the times are stored. */
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
  const running = useRef<{ hours: Times; stored: Promise<boolean> }>(undefined);
  const unsaved = value && Object.keys(typed).length > 0 ? { from: times.from, to: times.to, timeZone } : null;

  const type = (name: keyof Times, time: string) => {
    setTyped((before) => ({ ...before, [name]: time }));
    setError(undefined);
  };
  const store = async (hours: QuietHours) => {
    try {
      await onSave(hours);
      setError(undefined);
      // Anything typed since then stays.
      setTyped((now) => (isSame(hours, now) ? {} : now));
      return true;
    } catch (refused) {
      setError(messageOf(refused));
      return false;
    } finally {
      if (running.current?.hours === hours) running.current = undefined;
    }
  };
  const check = () => {
    const checked = updateDevice.safeParse({ quietHours: unsaved });
    setError(checked.error?.issues[0]?.message);
    return checked.success;
  };
  const save = async (): Promise<boolean> => {
    if (!value || !unsaved) return true;
    if (running.current && isSame(running.current.hours, unsaved)) return running.current.stored;
    if (!running.current && isSame(value, unsaved)) {
      setTyped({});
      return true;
    }
    if (!check()) return false;
    // The untouched one, too: a reply that arrives meanwhile must not change half of what was sent.
    setTyped({ from: times.from, to: times.to });
    running.current = { hours: unsaved, stored: store(unsaved) };
    return running.current.stored;
  };
  useSavedOnLeaving(fields, save);

  const leave = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) void save();
  };
  const toggle = (on: boolean) => {
    setTyped({});
    setError(undefined);
    // The error was shown, and the switch is back where it was.
    onSave(on ? { ...NIGHT, timeZone } : null).catch(() => undefined);
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
