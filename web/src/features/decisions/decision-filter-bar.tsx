import { chakra } from '@chakra-ui/react/styled-system';
import { ListFilter } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/buttons/button.tsx';
import { SearchInput } from '../../ui/forms/search-input.tsx';
import { Select } from '../../ui/forms/select.tsx';
import { SMALL } from '../../ui/viewport/media.ts';
import { useMediaQuery } from '../../ui/viewport/use-media-query.ts';
import { type ChosenFilters, filterOptions } from './decision-filters.ts';

interface DecisionFilterBarProps {
  filters: ChosenFilters;
  projects: readonly { id: string; name: string }[];
  onChoose: (name: keyof ChosenFilters, value: string) => void;
}

const selects = [
  { name: 'outcome', label: 'Outcome' },
  { name: 'how', label: 'How' },
  { name: 'type', label: 'Type' },
  { name: 'risk', label: 'Risk' },
  { name: 'days', label: 'Period' },
] as const;

/**
 * Search box and filters of the list of decisions; on a phone the filters are behind a button unless they are in use.
 */
export function DecisionFilterBar({ filters, projects, onChoose }: DecisionFilterBarProps) {
  const { q: _words, ...chosen } = filters;
  const { project } = filters;
  const isSmall = useMediaQuery(SMALL);
  const [isOpen, setOpen] = useState(Object.values(chosen).some((value) => value !== ''));
  // A project in the address that is not in the list must still appear as chosen.
  const isListed = project === '' || projects.some(({ id }) => id === project);
  const projectOptions = [
    { value: '', label: 'All projects' },
    ...projects.map(({ id, name }) => ({ value: id, label: name })),
    ...(isListed ? [] : [{ value: project, label: 'Another project' }]),
  ];
  return (
    <Bar role="search" aria-label="Filter decisions">
      <Row>
        <SearchInput
          value={filters.q}
          maxLength={200}
          onChange={(value) => onChoose('q', value)}
          placeholder="Search titles, files, tools, or reasons..."
        />
        {isSmall && (
          <Button variant="outline" colorPalette="neutral" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            <ListFilter size={16} aria-hidden />
            Filters
          </Button>
        )}
      </Row>
      {(isOpen || !isSmall) && (
        <Filters>
          <Select
            aria-label="Project"
            options={projectOptions}
            value={project}
            onChange={(value) => onChoose('project', value)}
          />
          {selects.map(({ name, label }) => (
            <Select
              key={name}
              aria-label={label}
              options={filterOptions[name]}
              value={filters[name]}
              onChange={(value) => onChoose(name, value)}
            />
          ))}
        </Filters>
      )}
    </Bar>
  );
}

const Bar = chakra('div', { base: { display: 'grid', gap: '8px' } });

const Row = chakra('div', { base: { display: 'flex', gap: '8px' } });

const Filters = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: {
      base: 'repeat(2, minmax(0, 1fr))',
      md: 'repeat(3, minmax(0, 1fr))',
      xl: 'repeat(6, minmax(0, 1fr))',
    },
    gap: '8px',
  },
});
