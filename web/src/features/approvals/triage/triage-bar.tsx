import type { Approval } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { type Ref, useMemo } from 'react';
import { itemTypeLook } from '../../../entities/task-item/item-types.ts';
import { visibleText } from '../../../lib/text/visible-text.ts';
import { SearchInput } from '../../../ui/forms/search-input.tsx';
import { Select, type SelectOption } from '../../../ui/forms/select.tsx';
import type { TriageControls } from './use-triage.ts';

interface TriageBarProps {
  id: string;
  /** The whole queue: its projects and types are the options. */
  approvals: readonly Approval[];
  controls: TriageControls;
  searchRef: Ref<HTMLInputElement>;
}

/** Search box, filters and order of the queue. */
export function TriageBar({ id, approvals, controls, searchRef }: TriageBarProps) {
  const { search, project, type, risk, order } = controls.triage;
  const { projects, types } = useMemo(() => choicesOf(approvals), [approvals]);
  return (
    <Bar id={id} role="search" aria-label="Filter approvals">
      <SearchInput
        ref={searchRef}
        value={search}
        onChange={controls.setSearch}
        placeholder="Search titles, tasks, projects, or files..."
      />
      <Select
        aria-label="Project"
        options={withChosen(projects, project, 'Another project')}
        value={project}
        onChange={controls.setProject}
      />
      <Select aria-label="Type" options={withChosen(types, type, type)} value={type} onChange={controls.setType} />
      <Select aria-label="Risk" options={risks} value={risk} onChange={controls.setRisk} />
      <Select aria-label="Order" options={orders} value={order} onChange={controls.setOrder} />
    </Bar>
  );
}

const risks: readonly SelectOption[] = [
  { value: '', label: 'All Risks' },
  { value: 'high', label: 'High or not judged' },
  { value: 'medium', label: 'Medium' },
  { value: 'low', label: 'Low' },
];

const orders: readonly SelectOption[] = [
  { value: 'age', label: 'Oldest first' },
  { value: 'risk', label: 'Riskiest first' },
];

function choicesOf(approvals: readonly Approval[]) {
  const projects = new Map(approvals.map(({ task: { project } }) => [project.id, visibleText(project.name)]));
  const types = new Set(approvals.map(({ type }) => type));
  const byLabel = (a: SelectOption, b: SelectOption) => a.label.localeCompare(b.label);
  return {
    projects: [
      { value: '', label: 'All Projects' },
      ...[...projects].map(([value, label]) => ({ value, label })).sort(byLabel),
    ],
    types: [
      { value: '', label: 'All Types' },
      ...[...types].map((type) => ({ value: type, label: itemTypeLook(type).word })).sort(byLabel),
    ],
  };
}

/** A value in the address that no request has any more must still appear as chosen. */
function withChosen(options: readonly SelectOption[], chosen: string, label: string): readonly SelectOption[] {
  return options.some(({ value }) => value === chosen) ? options : [...options, { value: chosen, label }];
}

const Bar = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: '1fr 1fr', lg: 'minmax(160px, 1fr) repeat(4, 148px)' },
    gap: '8px',
    mb: '12px',
    flexShrink: 0,
    '& > :first-of-type': { gridColumn: { base: '1 / -1', lg: 'auto' } },
  },
});
