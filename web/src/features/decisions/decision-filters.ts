import {
  type DecisionFilters,
  decisionOutcomes,
  decisionRisks,
  decisionWays,
  taskItemTypes,
} from '@countersign/contract';
import { itemTypeLook } from '../../entities/task-item/item-types.ts';
import { TYPING_PAUSE_MS, useAddressFilters } from '../../lib/navigation/use-address-filters.ts';
import type { SelectOption } from '../../ui/forms/select.tsx';

const outcomeWords = { approved: 'Approved', rejected: 'Rejected', answered: 'Answered' };
const wayWords = { hand: 'By hand', rule: 'By a rule', limits: 'Within limits' };
const riskWords = { low: 'Low risk', medium: 'Medium risk', high: 'High risk', unknown: 'Not judged' };

/** The options of each filter; the first filters nothing. */
export const filterOptions = {
  outcome: optionsOf('All outcomes', decisionOutcomes, (outcome) => outcomeWords[outcome]),
  how: optionsOf('All methods', decisionWays, (way) => wayWords[way]),
  type: optionsOf('All types', taskItemTypes, (type) => itemTypeLook(type).word),
  risk: optionsOf('All risks', decisionRisks, (risk) => riskWords[risk]),
  days: optionsOf('Any time', ['1', '7', '30', '90'], (days) => (days === '1' ? 'Last day' : `Last ${days} days`)),
};

function optionsOf<Value extends string>(all: string, values: readonly Value[], word: (value: Value) => string) {
  return [{ value: '', label: all }, ...values.map((value): SelectOption => ({ value, label: word(value) }))];
}

const names = ['q', 'project', 'outcome', 'how', 'type', 'risk', 'days'] as const;

/** The filters of the list of decisions, as its fields hold them; an empty text filters nothing. */
export type ChosenFilters = Record<(typeof names)[number], string>;

const address = {
  read: (params: URLSearchParams) =>
    Object.fromEntries(names.map((name) => [name, known(name, params.get(name) ?? '')])) as ChosenFilters,
  write: (filters: ChosenFilters) => filters,
};

/** An address may contain anything; invalid values are ignored. */
function known(name: (typeof names)[number], value: string): string {
  if (name === 'q') return value.slice(0, 200);
  if (name === 'project') return /^[A-Za-z0-9_-]{1,64}$/.test(value) ? value : '';
  return filterOptions[name].some((option) => option.value === value) ? value : '';
}

/** The filters, kept in the address: `?q=&project=&outcome=&how=&type=&risk=&days=`. */
export function useDecisionFilters() {
  const { filters, written, change } = useAddressFilters(address);
  return {
    filters,
    /** The same once typing has paused: each change is a search on the server. */
    settled: written,
    choose: (name: keyof ChosenFilters, value: string) =>
      change({ [name]: value }, name === 'q' ? TYPING_PAUSE_MS : undefined),
    clear: () => change(Object.fromEntries(names.map((name) => [name, ''])) as ChosenFilters),
  };
}

/** Whether anything is left out. */
export const isFiltering = (filters: ChosenFilters) => names.some((name) => filters[name].trim() !== '');

/** The filters as the server's query. */
export function askedOf({ q, project, outcome, how, type, risk, days }: ChosenFilters): DecisionFilters {
  const asked = { q: q.trim(), projectId: project, outcome, how, type, risk, days: days === '' ? '' : Number(days) };
  return Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== '')) as DecisionFilters;
}
