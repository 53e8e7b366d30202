import type { Attribution, TaskItem } from '@countersign/contract';
import type { ItemSubject } from '../content/describe-content.ts';
import { isCommandAgain } from '../content/is-command-again.ts';
import { unnamed } from '../content/unnamed.ts';

/** The parts of a request. When drawn, each reports how many lines it has; a longer one has parts of its own. */
export const parts = {
  title: 'title',
  tool: 'tool',
  enforcement: 'enforcement',
  text: 'text',
  outside: 'outside',
  outsideFile: (index: number) => `outside/${index}`,
  rejected: 'rejected',
  within: 'within',
  follows: 'follows',
  pullRequestTitle: 'pull request title',
  pullRequestText: 'pull request text',
  facts: 'facts',
  summary: 'summary',
  patch: 'patch',
  missing: 'what the patch leaves out',
  edit: (index: number) => `edit/${index}`,
  file: 'file',
  command: 'command',
  leadsTo: 'leads to',
  parameters: 'parameters',
} as const;

type Outlined = Pick<TaskItem, 'title' | 'content' | 'toolName' | 'filePath' | 'enforcement'>;

/** Text by which the person replaced the agent's words need not be read again. */
interface Edited {
  title?: string;
  body?: string;
}

/** The parts that must have been seen before a request may be approved, in order. */
export function outlineOf(item: Outlined, subject: ItemSubject, edited: Edited = {}): string[] {
  const text = subject.kind === 'publish' ? '' : (item.content?.trim() ?? '');
  const { tool, file } = unnamed(item, subject);
  const toolLine = tool || file ? [parts.tool] : [];
  return [
    ...(isCommandAgain(item.title, subject) ? [] : [parts.title]),
    ...(beginsWithTool(subject) ? toolLine : []),
    ...(text !== '' ? [parts.text] : []),
    ...contentOf(subject, edited),
    ...('rest' in subject && subject.rest !== undefined ? [parts.parameters] : []),
    ...(beginsWithTool(subject) ? [] : toolLine),
    ...(item.enforcement !== null ? [parts.enforcement] : []),
  ];
}

function contentOf(subject: ItemSubject, edited: Edited): string[] {
  if (subject.kind === 'file') return [parts.file];
  if (subject.kind === 'command') return [parts.command, ...(subject.leadsTo === undefined ? [] : [parts.leadsTo])];
  if (subject.kind === 'edits') return subject.edits.map((_edit, index) => parts.edit(index));
  if (subject.kind !== 'publish') return [];
  const { attribution, follows } = subject.publish;
  return [
    ...(attribution === undefined ? [] : attributed(attribution)),
    ...(follows === undefined ? [] : [parts.follows]),
    ...(edited.title === undefined ? [parts.pullRequestTitle] : []),
    ...(edited.body === undefined && subject.publish.body.trim() !== '' ? [parts.pullRequestText] : []),
    ...(subject.patch !== '' ? [parts.patch] : []),
    ...(subject.missing !== null ? [parts.missing] : []),
    ...(subject.summary !== '' ? [parts.summary] : []),
    parts.facts,
  ];
}

function attributed(attribution: Attribution): string[] {
  const { outside, rejected } = attribution;
  const files = outside.files === 0 ? 0 : outside.listed.length + (outside.files > outside.listed.length ? 1 : 0);
  return [
    ...(files > 0 ? [parts.outside, ...Array.from({ length: files }, (_, index) => parts.outsideFile(index))] : []),
    ...(rejected.length > 0 ? [parts.rejected] : []),
    ...(saysWithin(attribution) ? [parts.within] : []),
  ];
}

/** Whether there is anything to say of files within approved steps: what is empty could never be seen. */
export const saysWithin = ({ files, outside, within, notes }: Attribution): boolean =>
  files > outside.files || within.length > 0 || notes.length > 0;

/** If only parameters can be shown, the tool's name explains them; otherwise the content comes first. */
export const beginsWithTool = ({ kind }: ItemSubject): boolean => kind === 'parameters' || kind === 'none';
