import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative } from 'node:path';

/** What the working folder holds. */
export interface Survey {
  files: string[];
  /** The first heading of its README. */
  heading: string | null;
  hasHistory: boolean;
}

const skipped = new Set(['.git', 'node_modules']);
const MOST_FILES = 2_000;
const SHOWN_TYPES = 4;

/** Lists the files of a folder, in the same order every time. */
export async function survey(cwd: string): Promise<Survey> {
  const files: string[] = [];
  await collect(cwd, cwd, files);
  const readme = files.find((file) => /^readme(\.md)?$/i.test(file));
  const names = await readdir(cwd);
  return { files, heading: readme ? await headingOf(join(cwd, readme)) : null, hasHistory: names.includes('.git') };
}

async function collect(root: string, folder: string, files: string[]): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (files.length >= MOST_FILES) return;
    const path = join(folder, entry.name);
    if (entry.isDirectory() && !skipped.has(entry.name)) await collect(root, path, files);
    if (entry.isFile() && !(folder === root && entry.name === '.git')) files.push(relative(root, path));
  }
}

async function headingOf(file: string): Promise<string | null> {
  const text = await readFile(file, 'utf8');
  return /^#\s+(.+)$/m.exec(text)?.[1]?.trim() ?? null;
}

/**
 * A summary in Markdown, for a file that the task names without giving its content. Short enough for its card to be
 * seen whole on a small phone: it is the first that a new user is asked about.
 */
export function summaryOf({ files, heading }: Survey, title: string, text: string): string {
  const readme = heading === null ? '' : `, and a README titled “${heading}”`;
  const there = files.length === 0 ? 'nothing' : `${count(files.length, 'file')} (${byType(files)})${readme}`;
  const words = `By the demo agent, which has no model. In the working folder it found ${there}.`;
  return [`# ${title}`, '', ...(text === '' ? [] : [text, '']), words, ''].join('\n');
}

function byType(files: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const file of files) {
    const type = extname(file).slice(1) || 'no extension';
    counts.set(type, (counts.get(type) ?? 0) + 1);
  }
  const sorted = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  const shown = sorted.slice(0, SHOWN_TYPES).map(([type, number]) => `${number} ${type}`);
  return [...shown, ...(sorted.length > SHOWN_TYPES ? ['…'] : [])].join(', ');
}

/** The number with its noun: “1 file”, “2 files”. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
