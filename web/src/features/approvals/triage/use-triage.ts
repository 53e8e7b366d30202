import { riskLevels } from '@countersign/contract';
import { TYPING_PAUSE_MS, useAddressFilters } from '../../../lib/navigation/use-address-filters.ts';
import { noTriage, type Triage } from './triage.ts';

/** The queue's filters and order, kept in the address: `?q=&project=&type=&risk=&order=`. */
export function useTriage() {
  const { filters, change } = useAddressFilters(address);
  return {
    triage: filters,
    setSearch: (search: string) => change({ search }, TYPING_PAUSE_MS),
    setProject: (project: string) => change({ project }),
    setType: (type: string) => change({ type }),
    setRisk: (risk: string) => change({ risk: riskNamed(risk) }),
    setOrder: (order: string) => change({ order: orderNamed(order) }),
    /** Keeps the order. */
    clear: () => change({ ...noTriage, order: filters.order }),
  };
}
export type TriageControls = ReturnType<typeof useTriage>;

const address = {
  read: (params: URLSearchParams): Triage => ({
    search: params.get('q') ?? '',
    project: params.get('project') ?? '',
    type: params.get('type') ?? '',
    risk: riskNamed(params.get('risk')),
    order: orderNamed(params.get('order')),
  }),
  write: ({ search, project, type, risk, order }: Triage) => ({
    q: search,
    project,
    type,
    risk,
    order: order === noTriage.order ? '' : order,
  }),
};

function riskNamed(name: string | null): Triage['risk'] {
  return riskLevels.find((level) => level === name) ?? '';
}

const orderNamed = (name: string | null): Triage['order'] => (name === 'risk' ? 'risk' : 'age');
