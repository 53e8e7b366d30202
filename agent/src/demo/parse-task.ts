import { isAllowedCommand } from './commands.ts';

/** What a task's text asks for, found without a model. */
export interface Wishes {
  files: Array<{ path: string; content: string | null }>;
  edits: Array<{ path: string; oldText: string; newText: string }>;
  commands: string[];
  /** Questions to the person, and the files for the answers. */
  asks: Array<{ question: string; path: string }>;
}

export interface TaskText {
  id: string;
  title: string;
  text: string;
}

const quoted = '[`"\'“‘]([^`"\'”’\\n]+)[`"\'”’]';
/** What a word consists of in any language; an umlaut may be a letter with a mark. */
const word = '\\p{L}\\p{M}\\p{N}_';
const ending = '\\.[A-Za-z][A-Za-z0-9]{0,9}';
const bare = `(?:\\.?[${word}-]+\\/)*\\.?[${word}-]+(?:\\.[${word}-]+)*${ending}`;
/** In quotes a name may have spaces: it is all that stands between them. */
const inQuotes = ['``', '""', "''", '“”', '‘’'].map(
  ([open, close]) => `(?<=(?<![${word}])${open})(?![\\s-])[^${open}${close}\\n:@\\\\<>|*?$]+${ending}(?=${close})`,
);
const pathLike = [...inQuotes, bare].join('|');
const file = `[\`"'“‘]?(${pathLike})`;
const editPattern = new RegExp(`\\breplace\\s+${quoted}\\s+(?:with|by)\\s+${quoted}\\s+in\\s+${file}`, 'giu');
const askPattern = new RegExp(`\\bask\\s+${quoted}\\s+for\\s+${file}`, 'giu');
const createPattern = new RegExp(
  `\\b(?:create|write|add|make|draft)\\b[^.\\n]*?(?<![${word}/.:@-])${file}(?![${word}/])[\`"'”’]?`,
  'giu',
);
const contentPattern = new RegExp(
  `^[^\\n]*?\\b(?:with|containing|saying|that says)\\b(?:\\s+(?:the|a|as|following|text|content|contents|line|word|words))*:?\\s+["“\`]([^"”\`\\n]+)["”\`]`,
  'i',
);
const fencePattern = /^[^`]*```[^\n]*\n([\s\S]*?)\n?```/;

/** Up to the end of the last one: before it stands what the repository says, which may look like a task. */
const taskPattern = /^[^]*<task id="([^"]*)">\n([^]*?)\n<\/task>/;

/** The task inside a prompt; null when the prompt holds none. */
export function taskIn(prompt: string): TaskText | null {
  const match = taskPattern.exec(prompt);
  if (!match) return null;
  const [title = '', ...rest] = (match[2] ?? '').split('\n');
  return { id: match[1] ?? '', title, text: rest.join('\n').trim() };
}

/** What stands behind the task; all of a prompt that holds none. Only this is said about the work on it. */
export function behindTask(prompt: string): string {
  return prompt.replace(taskPattern, '');
}

/** The files to create, passages to replace, commands to run and questions to ask that a text names. */
export function wishesIn(text: string): Wishes {
  const edits = [...text.matchAll(editPattern)].map(([, oldText = '', newText = '', path = '']) => ({
    path,
    oldText,
    newText,
  }));
  const asks = [...text.matchAll(askPattern)].map(([, question = '', path = '']) => ({ question, path }));
  const withoutEdits = text.replace(editPattern, '').replace(askPattern, '');
  const commands = [...withoutEdits.matchAll(/`([^`\n]+)`/g)]
    .map(([, code = '']) => code.trim())
    .filter(isAllowedCommand);
  const files = new Map<string, string | null>();
  for (const match of withoutEdits.matchAll(createPattern)) {
    const [whole, path = ''] = match;
    if (isInside(path) && !files.has(path) && !commands.includes(path)) {
      files.set(path, contentAfter(withoutEdits.slice(match.index + whole.length)));
    }
  }
  return {
    files: [...files].map(([path, content]) => ({ path, content })),
    edits: edits.filter((edit) => isInside(edit.path)),
    commands,
    asks: asks.filter(({ path }) => isInside(path)),
  };
}

/** How many things a text names. */
export function countOf({ files, edits, commands, asks }: Wishes): number {
  return files.length + edits.length + commands.length + asks.length;
}

/** A file name in a sentence, e.g. in the reason of a rejection; null when there is none. */
export function fileNamedIn(text: string): string | null {
  const match = new RegExp(`(?<![${word}/.:@-])(${pathLike})(?![${word}/])`, 'u').exec(text);
  const path = match?.[1];
  return path !== undefined && isInside(path) && !isAllowedCommand(path) ? path : null;
}

function contentAfter(text: string): string | null {
  const sentence = contentPattern.exec(text.slice(0, 2_000))?.[1];
  if (sentence !== undefined) return `${sentence}\n`;
  const fenced = fencePattern.exec(text)?.[1];
  return fenced === undefined ? null : `${fenced}\n`;
}

function isInside(path: string): boolean {
  const parts = path.split('/');
  return !/^[/~]/.test(path) && !parts.includes('..') && !parts.includes('.git');
}
