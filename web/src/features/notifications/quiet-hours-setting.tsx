import type { QuietHours } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { Switch } from '../../ui/switch.tsx';

const NIGHT = { from: '22:00', to: '07:00' };

interface QuietHoursSettingProps {
  value: QuietHours | null;
  onChange: (value: QuietHours | null) => void;
}

/** Hours in which a device is told nothing. They are of the time zone in which they were set. */
export function QuietHoursSetting({ value, onChange }: QuietHoursSettingProps) {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const set = (change: Partial<typeof NIGHT>) => {
    const hours = { ...NIGHT, ...value, ...change, timeZone };
    // Half typed, or none at all.
    if (hours.from && hours.to && hours.from !== hours.to) onChange(hours);
  };
  return (
    <>
      <Switch label="Quiet hours" checked={value !== null} onChange={(on) => (on ? set({}) : onChange(null))} />
      {value && (
        <chakra.div display="grid" gridTemplateColumns="1fr 1fr" gap="12px" mb="8px">
          <Field label="From">
            <Input type="time" value={value.from} onChange={(event) => set({ from: event.target.value })} />
          </Field>
          <Field label="To" helper={value.timeZone}>
            <Input type="time" value={value.to} onChange={(event) => set({ to: event.target.value })} />
          </Field>
        </chakra.div>
      )}
    </>
  );
}
