import { type Decision, type DecisionFilters, routes } from '@countersign/contract';
import { api } from '../../lib/api.ts';
import { listPages } from '../../lib/queries/list-pages.ts';

/** All decisions that pass the filters, from all pages. `onFound` receives their number so far. */
export async function allDecisions(filters: DecisionFilters, onFound: (count: number) => void): Promise<Decision[]> {
  const found: Decision[] = [];
  const ask = (query: { cursor?: string }) => api.callFully(routes.listDecisions, { query: { ...filters, ...query } });
  for await (const decisions of listPages(ask)) {
    found.push(...decisions);
    onFound(found.length);
  }
  return found;
}

const columns: [title: string, cell: (decision: Decision) => string | number | null][] = [
  ['Decided at', ({ decidedAt }) => decidedAt],
  ['Outcome', ({ outcome }) => outcome],
  ['Who', ({ who }) => who],
  ['How', ({ how }) => how],
  ['Rule', ({ rule }) => rule && `${rule.name} (version ${rule.version})`],
  ['Device', ({ device }) => device],
  ['Asked at', ({ createdAt }) => createdAt],
  ['Waited (seconds)', ({ waitedSeconds }) => waitedSeconds],
  ['Project', ({ task }) => task.project.name],
  ['Task', ({ task }) => task.title],
  ['Title', ({ title }) => title],
  ['Type', ({ type }) => type],
  ['Tool', ({ toolName }) => toolName],
  ['Path', ({ filePath }) => filePath],
  ['Risk', ({ risk }) => (risk?.judged ? risk.level : null)],
  ['Reason', ({ rejectionReason }) => rejectionReason],
  ['SHA-256', ({ hash }) => hash],
  ['Item', ({ id }) => id],
  ['Task id', ({ task }) => task.id],
  ['Project id', ({ task }) => task.project.id],
  ['Limits', ({ limits }) => limits && `step ${limits.step} of ${limits.steps}, approved as ${limits.itemId}`],
];

/** Excel takes a file that does not begin with it for one in the system's own encoding. */
const BYTE_ORDER_MARK = '\uFEFF';

/** Decisions as CSV for other programs (RFC 4180), with a header line. */
export function csvOf(decisions: readonly Decision[]): string {
  const rows = decisions.map((decision) => columns.map(([, cell]) => cell(decision)));
  const lines = [columns.map(([title]) => title), ...rows].map((row) => `${row.map(csvCell).join(',')}\r\n`);
  return BYTE_ORDER_MARK + lines.join('');
}

/**
 * Agents write titles and paths: one that a spreadsheet would take for a formula is marked as text. Where a comma is the
 * decimal sign, spreadsheets separate cells by semicolons, and ends of lines do so anywhere once quotes are not what
 * they expect: what follows one may be a cell of its own, within quotes or not.
 */
function csvCell(value: string | number | null): string {
  const text = String(value ?? '');
  if (typeof value !== 'string') return `"${text}"`;
  const safe = text.replaceAll(/([;\t\r\n]"*)(?=[=+\-@＝＋－＠])/g, "$1'").replace(/^(?=[=+\-@\t\r\n＝＋－＠])/, "'");
  return `"${safe.replaceAll('"', '""')}"`;
}
