import { chakra } from '@chakra-ui/react/styled-system';
import { undoChoices, useDeviceSetting } from '../../lib/device/device-settings.ts';
import { Field } from '../../ui/forms/field.tsx';
import { Select } from '../../ui/forms/select.tsx';
import { Switch } from '../../ui/forms/switch.tsx';

/** Settings of this device only. */
export function DeviceSection() {
  const [characterKeys, setCharacterKeys] = useDeviceSetting('characterKeys');
  const [secondTap, setSecondTap] = useDeviceSetting('secondTap');
  const [undoSeconds, setUndoSeconds] = useDeviceSetting('undoSeconds');
  return (
    <chakra.section aria-labelledby="device" borderTopWidth="1px" py="20px">
      <chakra.h3 id="device" textStyle="cardTitle">
        On this device
      </chakra.h3>
      <Switch
        label="Second tap for high-risk approvals"
        checked={secondTap === 'on'}
        onChange={(isOn) => setSecondTap(isOn ? 'on' : 'off')}
      />
      <Note>Approve must be pressed twice for requests that are high risk or not judged.</Note>
      <chakra.div mb="8px">
        <Field label="Undo after a swipe" helper="The agent gets the decision once this time is over.">
          <Select
            options={undoChoices.map((seconds) => ({
              value: String(seconds),
              label: seconds ? `For ${seconds} seconds` : 'Off',
            }))}
            value={String(undoSeconds)}
            onChange={(value) =>
              setUndoSeconds(undoChoices.find((seconds) => String(seconds) === value) ?? undoSeconds)
            }
          />
        </Field>
      </chakra.div>
      <Switch label="Single-key shortcuts" checked={characterKeys} onChange={setCharacterKeys} />
      <Note>J, K, A, R, U and / on a page, and ? for a list of all shortcuts.</Note>
    </chakra.section>
  );
}

const Note = chakra('p', { base: { color: 'fg.muted', textStyle: 'sm', mb: '12px', maxW: '36ch' } });
