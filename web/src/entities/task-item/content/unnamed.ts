import type { ItemContentFields, ItemSubject } from './describe-content.ts';

/** The tool and the file of a call that its content does not name. */
export function unnamed(
  { toolName, filePath }: Pick<ItemContentFields, 'toolName' | 'filePath'>,
  subject: ItemSubject,
) {
  return {
    tool: subject.kind === 'publish' || subject.kind === 'elicitation' || toolName === '' ? null : toolName,
    file: filePath !== null && filePath !== '' && !pathsIn(subject).includes(filePath) ? filePath : null,
  };
}

function pathsIn(subject: ItemSubject): string[] {
  if (subject.kind === 'file') return [subject.path];
  return subject.kind === 'edits' ? subject.edits.map(({ path }) => path) : [];
}
