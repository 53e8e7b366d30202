import { chakra } from '@chakra-ui/react/styled-system';
import { CodeBlock, EditBlock } from './blocks.tsx';
import type { ItemSubject } from './describe-content.ts';
import { jsonText } from './json-text.ts';
import { MonoBlock } from './mono-block.tsx';
import { PublishView } from './publish-view.tsx';

/** The exact content of a request: command, new file, diff, publish request, or its parameters. */
export function ItemSubjectView({ subject, unified }: { subject: ItemSubject; unified?: boolean }) {
  if (subject.kind === 'none') return null;
  return (
    <chakra.div display="grid" gap="8px">
      {subject.kind === 'publish' && <PublishView {...subject} unified={unified} />}
      {subject.kind === 'edits' &&
        subject.edits.map((edit, index) => <EditBlock key={index} edit={edit} unified={unified} />)}
      {subject.kind === 'file' && <CodeBlock path={subject.path} code={subject.code} />}
      {subject.kind === 'command' && (
        <MonoBlock title={subject.cwd === null ? 'Command' : `Command in ${subject.cwd}`} text={subject.command} />
      )}
      {subject.rest !== undefined && (
        <MonoBlock
          title={subject.kind === 'parameters' ? 'Parameters' : 'Further parameters'}
          text={jsonText(subject.rest)}
        />
      )}
    </chakra.div>
  );
}
