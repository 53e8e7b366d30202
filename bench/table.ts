type Row = (string | number)[];

/** The result of one measurement: its title, the goal in words and as limits, and rows of words and numbers. */
export interface Table {
  title: string;
  goal?: string;
  limits?: Limit[];
  columns: string[];
  rows: Row[];
}

/** A part of the goal that can be judged: what the numbers of a column must not exceed, or must reach. */
interface Limit {
  column: string;
  /** The rows that it is about; all of them if left out. */
  of?: (row: Row) => boolean;
  atMost?: number;
  below?: number;
  atLeast?: number;
}

/** Prints it as Markdown. */
export function print(table: Table): void {
  console.log(`\n${toMarkdown(table)}`);
}

/** A heading, the goal, and the rows in aligned columns. */
export function toMarkdown({ title, goal, columns, rows }: Table): string {
  const cells = [columns, ...rows.map((row) => row.map(format))];
  const widths = columns.map((_, column) => Math.max(...cells.map((row) => (row[column] ?? '').length)));
  const line = (row: string[]) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const [head = [], ...body] = cells;
  const lines = [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)];
  return `## ${title}${goal ? `\n\nGoal: ${goal}` : ''}\n\n${lines.join('\n')}\n`;
}

/** What misses the table's limits, in words. What is no number was not measured, and so reaches no goal. */
export function missedIn({ title, columns, rows, limits = [] }: Table): string[] {
  return limits.flatMap((limit) => {
    const about = rows.filter((row) => limit.of?.(row) ?? true);
    if (about.length === 0) return [`${title}: no row to judge "${limit.column}" by`];
    return about.flatMap((row) => {
      const cell = row[columns.indexOf(limit.column)] ?? '';
      if (isWithin(numberIn(cell), limit)) return [];
      return [`${title}: ${format(row[0] ?? '')}: ${limit.column} is ${format(cell)}, not ${wordsOf(limit)}`];
    });
  });
}

function isWithin(value: number, { atMost = Infinity, below = Infinity, atLeast = -Infinity }: Limit): boolean {
  return value <= atMost && value < below && value >= atLeast;
}

const wordsOf = ({ atMost, below, atLeast }: Limit) =>
  Object.entries({ '≤': atMost, '<': below, '≥': atLeast })
    .flatMap(([sign, bound]) => (bound === undefined ? [] : `${sign} ${bound}`))
    .join(' and ');

/** Some cells have words around their number, such as `$0.01`. */
const numberIn = (cell: string | number) =>
  typeof cell === 'number' ? cell : Number.parseFloat(cell.replace(/^\D*/, ''));

function format(value: string | number): string {
  if (typeof value === 'string') return value;
  return Number.isInteger(value) ? String(value) : value.toFixed(value < 10 ? 2 : 1);
}

/** The smallest value that `share` (0 to 1) of all values do not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}
