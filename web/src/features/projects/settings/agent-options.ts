import type { PublicConfig } from '@countersign/contract';
import type { SelectOption } from '../../../ui/forms/select.tsx';

/** The default by name, the agents on offer, and the chosen one if it is no longer on offer. */
export function agentOptions(agents: PublicConfig['agents'], chosen: string | null): SelectOption[] {
  const [first] = agents;
  const options = [
    { value: '', label: first ? `Default (${first.name})` : 'Default' },
    ...agents.map(({ id, name }) => ({ value: id, label: name })),
  ];
  const isOffered = chosen === null || agents.some(({ id }) => id === chosen);
  return isOffered ? options : [...options, { value: chosen, label: `${chosen} (not offered here)` }];
}
