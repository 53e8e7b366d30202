/** The result of one measurement: its title, the goal, and rows of words and numbers. */
export interface Table {
  title: string;
  goal?: string;
  columns: string[];
  rows: (string | number)[][];
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

function format(value: string | number): string {
  if (typeof value === 'string') return value;
  return Number.isInteger(value) ? String(value) : value.toFixed(value < 10 ? 2 : 1);
}

/** The smallest value that `share` (0 to 1) of all values do not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}
