import { type Task, taskStatuses } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { statusLook } from '../../entities/status/statuses.ts';
import { thumbHigh } from '../../ui/viewport/thumb.ts';

interface StatusCount {
  status: string;
  /** Null while it is not known. */
  count: number | null;
}

interface StatusCountsProps {
  counts: readonly StatusCount[];
  /** The status that the list is filtered by; '' for none. */
  selected: string;
  onSelect: (status: string) => void;
}

/**
 * How many tasks have each status: the known ones always and in their order, then any others. `told`: the server's
 * counts, if not all tasks are loaded.
 */
export function countStatuses(tasks: readonly Task[], told?: Record<string, number>): StatusCount[] {
  const counts = new Map<string, number>(taskStatuses.map((status) => [status, told?.[status] ?? 0]));
  if (!told) for (const task of tasks) counts.set(task.status, (counts.get(task.status) ?? 0) + 1);
  return [...counts].map(([status, count]) => ({ status, count }));
}

/** The known statuses, before their numbers are known. */
export const unknownCounts: StatusCount[] = taskStatuses.map((status) => ({ status, count: null }));

/** How many tasks have which status; a click filters the list by it, a second click removes the filter. */
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
              <look.icon size={14} aria-hidden />
              {look.word}
              <strong>{count ?? '…'}</strong>
            </Count>
          </li>
        );
      })}
    </Row>
  );
}

// One line that scrolls sideways on a phone, out to the edges of the page; from 768 px on it wraps instead.
const Row = chakra('ul', {
  base: {
    display: 'flex',
    flexWrap: { md: 'wrap' },
    gap: '8px',
    mx: { base: '-16px', md: '0' },
    px: { base: '16px', md: '0' },
    py: '4px',
    mb: '12px',
    mt: '-4px',
    overflowX: { base: 'auto', md: 'visible' },
    scrollbarWidth: 'none',
    '& li': { flexShrink: 0 },
  },
});

const Count = chakra('button', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '6px',
    ...thumbHigh('36px'),
    px: '12px',
    textStyle: 'label',
    color: 'colorPalette.fg',
    bg: 'bg.surface',
    borderWidth: '1px',
    rounded: 'control',
    cursor: 'pointer',
    transition: 'border-color 120ms ease-out',
    _hover: { borderColor: 'border.strong' },
    '&[aria-pressed=true]': { borderColor: 'colorPalette.solid', bg: 'colorPalette.subtle' },
    '& strong': { color: 'fg', fontWeight: '600', ms: '2px' },
    '& svg': { flexShrink: 0 },
  },
});
