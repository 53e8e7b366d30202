import type { Approval, RiskLevel } from '@countersign/contract';

/** The queue's filters and order; an empty text filters nothing. */
export interface Triage {
  search: string;
  /** A project's id. */
  project: string;
  type: string;
  risk: RiskLevel | '';
  order: 'age' | 'risk';
}

export const noTriage: Triage = { search: '', project: '', type: '', risk: '', order: 'age' };

/** Whether some requests are left out; another order leaves none out. */
export function isNarrowed({ search, project, type, risk }: Triage): boolean {
  return search.trim() !== '' || project !== '' || type !== '' || risk !== '';
}

/** The level that the risk filter uses: anything not known to be lower is high. */
export function levelOf({ risk }: Pick<Approval, 'risk'>): RiskLevel {
  return risk?.level === 'low' || risk?.level === 'medium' ? risk.level : 'high';
}

/**
 * The requests that pass all filters. Those of one task stay together, at the place of the first of them: the oldest,
 * or the riskiest and among these the oldest.
 */
export function triaged(approvals: readonly Approval[], triage: Triage): readonly Approval[] {
  const isBefore = triage.order === 'risk' ? byRisk : byAge;
  const sorted = approvals.filter(passes(triage)).sort(isBefore);
  const ofTask = new Map<string, Approval[]>();
  for (const approval of sorted) {
    const group = ofTask.get(approval.task.id);
    if (group) group.push(approval);
    else ofTask.set(approval.task.id, [approval]);
  }
  return [...ofTask.values()].flat();
}

function passes({ search, project, type, risk }: Triage) {
  const wanted = search.trim().toLowerCase();
  return (approval: Approval) =>
    (project === '' || approval.task.project.id === project) &&
    (type === '' || approval.type === type) &&
    (risk === '' || levelOf(approval) === risk) &&
    (wanted === '' || searchable(approval).includes(wanted));
}

/** Each request's text is built once, not at each keystroke, from the fields that every list carries. */
const searchableTexts = new WeakMap<Approval, string>();

function searchable(approval: Approval): string {
  const { title, task, filePath, toolName } = approval;
  let text = searchableTexts.get(approval);
  if (text === undefined) {
    // Joined by a character that an input line cannot contain, so that nothing matches across two fields.
    text = [title, task.title, task.project.name, filePath, toolName].join('\n').toLowerCase();
    searchableTexts.set(approval, text);
  }
  return text;
}

const ranks: Record<RiskLevel, number> = { high: 0, medium: 1, low: 2 };

// Compared as text: ISO times in UTC sort correctly.
const byAge = (a: Approval, b: Approval) => (a.createdAt < b.createdAt ? -1 : Number(a.createdAt > b.createdAt));
const byRisk = (a: Approval, b: Approval) => ranks[levelOf(a)] - ranks[levelOf(b)] || byAge(a, b);

/** How many requests of one task stand together, keyed by the index of the first; single requests are not included. */
export function groupsIn(approvals: readonly Approval[]): ReadonlyMap<number, number> {
  const groups = new Map<number, number>();
  let first = 0;
  while (first < approvals.length) {
    let next = first + 1;
    while (next < approvals.length && approvals[next]?.task.id === approvals[first]?.task.id) next += 1;
    if (next - first > 1) groups.set(first, next - first);
    first = next;
  }
  return groups;
}
