import { chakra } from '@chakra-ui/react/styled-system';
import { Monitor, Moon, Sun } from 'lucide-react';
import { useTheme } from 'next-themes';
import { useId } from 'react';
import { TOUCH } from '../../ui/viewport/media.ts';
import { thumbHigh } from '../../ui/viewport/thumb.ts';

const modes = [
  { value: 'system', label: 'Same as system', icon: Monitor },
  { value: 'light', label: 'Light', icon: Sun },
  { value: 'dark', label: 'Dark', icon: Moon },
] as const;

/** Light, dark, or the system's choice: three radio buttons shown as icons. */
export function ColorModeControl() {
  const { theme, setTheme } = useTheme();
  const name = useId();
  return (
    <Group role="radiogroup" aria-label="Colour mode">
      {modes.map(({ value, label, icon: Icon }) => (
        <Choice key={value} title={label}>
          <chakra.input
            type="radio"
            name={name}
            value={value}
            aria-label={label}
            checked={theme === value}
            onChange={() => setTheme(value)}
            srOnly
          />
          <Icon size={16} aria-hidden />
        </Choice>
      ))}
    </Group>
  );
}

const Group = chakra('div', {
  base: { display: 'flex', p: '2px', bg: 'bg.muted', rounded: 'control' },
});

const Choice = chakra('label', {
  base: {
    display: 'grid',
    placeItems: 'center',
    minW: '36px',
    ...thumbHigh('28px'),
    [TOUCH]: { minH: '44px', minW: '44px' },
    rounded: '6px',
    color: 'fg.muted',
    cursor: 'pointer',
    position: 'relative',
    '&:has(:checked)': { bg: { base: 'bg.surface', _dark: 'neutral.muted' }, color: 'fg' },
    '&:has(:focus-visible)': { outline: '2px solid', outlineColor: 'primary.solid' },
  },
});
