import { chakra } from '@chakra-ui/react/styled-system';
import type { ItemContentFields, ItemSubject } from './describe-content.ts';
import { visibleText } from './visible-text.ts';

interface ToolLineProps {
  item: Pick<ItemContentFields, 'toolName' | 'filePath'>;
  subject: ItemSubject;
}

/** The tool that is called and the file it is about, where nothing else on screen names them: both are decided about. */
export function ToolLine({ item: { toolName, filePath }, subject }: ToolLineProps) {
  const file = filePath !== null && !pathsIn(subject).includes(filePath) ? filePath : null;
  const tool = subject.kind === 'publish' ? null : toolName;
  if (!tool && !file) return null;
  return (
    <chakra.p textStyle="sm" color="fg.muted" overflowWrap="anywhere">
      {tool && (
        <>
          Tool <Name>{visibleText(tool)}</Name>
        </>
      )}
      {tool && file && ' · '}
      {file && (
        <>
          File <Name>{visibleText(file)}</Name>
        </>
      )}
    </chakra.p>
  );
}

function pathsIn(subject: ItemSubject): string[] {
  if (subject.kind === 'file') return [subject.path];
  return subject.kind === 'edits' ? subject.edits.map(({ path }) => path) : [];
}

const Name = chakra('span', { base: { fontFamily: 'mono', fontSize: '12px', color: 'fg' } });
