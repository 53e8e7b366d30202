import { chakra } from '@chakra-ui/react/styled-system';
import { thumbHigh } from '../viewport/thumb.ts';

interface ChipRowProps {
  /** Describes the chips. */
  label: string;
  chips: readonly { text: string; name?: string }[];
  onChoose: (text: string) => void;
  disabled?: boolean;
}

/**
 * Short texts to choose from, in as many lines as they need; a long one is truncated, with its full text as its
 * accessible name.
 */
export function ChipRow({ label, chips, onChoose, disabled }: ChipRowProps) {
  return (
    <Row aria-label={label}>
      {chips.map(({ text, name = text }) => (
        <li key={text}>
          <Chip
            type="button"
            aria-label={name}
            title={text}
            disabled={disabled}
            // Keeps the focus in the field, which would otherwise be stored before the chip has added to it.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onChoose(text)}
          >
            <chakra.span truncate>{text}</chakra.span>
          </Chip>
        </li>
      ))}
    </Row>
  );
}

const Row = chakra('ul', { base: { display: 'flex', flexWrap: 'wrap', gap: '8px', '& > li': { maxW: '100%' } } });

const Chip = chakra('button', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    maxW: { base: '100%', md: '320px' },
    ...thumbHigh('32px'),
    px: '12px',
    textStyle: 'sm',
    borderWidth: '1px',
    borderColor: 'border.strong',
    rounded: 'full',
    bg: 'bg.surface',
    cursor: 'pointer',
    _hover: { bg: 'bg.muted' },
    _disabled: { opacity: 0.6, cursor: 'default' },
  },
});
