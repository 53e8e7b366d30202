import { chakra } from '@chakra-ui/react/styled-system';
import { statusLook } from '../../ui/statuses.ts';
import type { StatusCount } from './count-statuses.ts';

interface StatusCountsProps {
  counts: readonly StatusCount[];
  /** The status that the list is narrowed to; '' for none. */
  selected: string;
  onSelect: (status: string) => void;
}

/** How many tasks have which status; a click narrows the list to that one, a second click widens it again. */
export function StatusCounts({ counts, selected, onSelect }: StatusCountsProps) {
  return (
    <Row aria-label="Tasks by status">
      {counts.map(({ status, count }) => {
        const look = statusLook('task', status);
        const isSelected = status === selected;
        return (
          <li key={status}>
            <Count
              type="button"
              aria-pressed={isSelected}
              colorPalette={look.tone}
              onClick={() => onSelect(isSelected ? '' : status)}
            >
              <chakra.span textStyle="xl" fontWeight="600">
                {count}
              </chakra.span>
              <chakra.span display="flex" alignItems="center" gap="6px" textStyle="xs" color="colorPalette.fg">
                <look.icon size={14} aria-hidden />
                <chakra.span truncate>{look.word}</chakra.span>
              </chakra.span>
            </Count>
          </li>
        );
      })}
    </Row>
  );
}

const Row = chakra('ul', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(128px, 1fr))',
    gap: '8px',
    mb: '16px',
  },
});

const Count = chakra('button', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    gap: '2px',
    width: '100%',
    minW: 0,
    px: '12px',
    py: '8px',
    textAlign: 'start',
    bg: 'bg.surface',
    borderWidth: '1px',
    rounded: 'card',
    cursor: 'pointer',
    transition: 'border-color 120ms ease-out',
    _hover: { borderColor: 'border.strong' },
    '&[aria-pressed=true]': { borderColor: 'colorPalette.solid', bg: 'colorPalette.subtle' },
    '& svg': { flexShrink: 0 },
  },
});
