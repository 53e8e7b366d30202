import { commandLine, commandParameters } from '@countersign/contract';
import type { TaskItemDocument } from '../documents/task-item.ts';
import { canonicalJson } from '../lib/canonical-json.ts';
import { shortBodies } from '../task-items/bodies.ts';

interface Shape {
  /** Items of one name are compared. */
  name: string;
  /** Equal where two items would do the same. */
  same: string;
  /** What a person compares. */
  text: string;
}

/** Parameters of a command that do not change what it does: the command itself, and what is only said about it. */
const apart = new Set(['command', 'description', 'timeout', 'timeout_ms', 'timeoutMs']);
const folders = new Set(['cwd', 'workdir', 'directory', 'dir_path']);

/**
 * The shape of an item, in which a command's folder, and where its names lead, count as much as its words; null for other
 * items, and for those that are too long.
 */
export function shapeOf(item: Pick<TaskItemDocument, 'filePath' | 'toolKind' | 'bodies'>): Shape | null {
  const { filePath, toolKind, bodies } = item;
  const { bodies: said } = shortBodies({ bodies });
  if (typeof said.fileContent === 'string' && bodies.fileContent?.chunks === 0 && filePath !== null) {
    return { name: `file ${filePath}`, same: said.fileContent, text: said.fileContent };
  }
  const command = toolKind === 'execute' ? commandParameters.safeParse(said.toolParameters) : null;
  if (!command?.success || bodies.toolParameters?.chunks !== 0) return null;
  const line = commandLine(command.data);
  const [program = '', first = ''] = line.trim().split(/\s+/);
  if (program === '') return null;
  const subcommand = /^[a-z][\w:-]*$/.test(first) ? ` ${first}` : '';
  const others = Object.entries(said.toolParameters as object).filter(
    ([name, value]) => !apart.has(name) && !(folders.has(name) && isWorkspace(value)),
  );
  return {
    name: `command ${program}${subcommand}`,
    same: canonicalJson([line, Object.fromEntries(others)]),
    text: [line, ...others.map(([name, value]) => `${name}: ${wordsOf(value)}`)].join('\n'),
  };
}

const isWorkspace = (folder: unknown) => folder === null || folder === '' || folder === '.' || folder === './';
const wordsOf = (value: unknown) => (typeof value === 'string' ? value : canonicalJson(value));
