import type { Risk, RiskReason } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';
import { Attempt } from '../../../ui/feedback/attempt.tsx';
import { parts } from '../seen/outline.ts';
import { AgentWords, reasonGiven } from './agent-words.tsx';
import { CodeBlock, EditBlock } from './blocks.tsx';
import { CommandBlock } from './code/command-block.tsx';
import { MonoBlock } from './code/mono-block.tsx';
import type { ItemSubject } from './describe-content.ts';
import { ElicitationView } from './elicitation-view.tsx';
import { jsonLines, jsonText } from './json-text.ts';
import { leadsToText } from './leads-to-text.ts';
import { PublishView } from './publication/publish-view.tsx';
import { Undrawable } from './undrawable.tsx';

const none: readonly RiskReason[] = [];

interface ItemSubjectViewProps {
  subject: ItemSubject;
  /** For a command: marks the parts that its risk comes from. */
  risk?: Risk | null | undefined;
  /** For a publish request: title and text of its pull request, to be shown among the rest. */
  words?: ReactNode;
  unified?: boolean;
}

/**
 * The exact content of a request: command, new file, diff, publish request, or its parameters. What cannot be drawn must
 * not take the page, and all other requests, with it.
 */
export function ItemSubjectView(props: ItemSubjectViewProps) {
  if (props.subject.kind === 'none') return null;
  return (
    <Attempt otherwise={() => <Undrawable subject={props.subject} />}>
      <Subject {...props} />
    </Attempt>
  );
}

function Subject({ subject, risk, words, unified }: ItemSubjectViewProps) {
  const reason = subject.kind === 'command' ? reasonGiven(subject.rest) : null;
  return (
    <chakra.div display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="8px">
      {subject.kind === 'publish' && <PublishView {...subject} words={words} unified={unified} />}
      {subject.kind === 'edits' &&
        subject.edits.map((edit, index) => (
          <EditBlock key={index} edit={edit} unified={unified} part={parts.edit(index)} />
        ))}
      {subject.kind === 'file' && <CodeBlock path={subject.path} code={subject.code} part={parts.file} />}
      {subject.kind === 'command' && (
        <CommandBlock
          title={subject.cwd === null ? 'Command' : `Command in ${subject.cwd === '.' ? 'the workspace' : subject.cwd}`}
          command={subject.command}
          reasons={risk?.reasons ?? none}
          part={parts.command}
        />
      )}
      {subject.kind === 'command' && subject.leadsTo !== undefined && (
        <MonoBlock title="What names lead to now" text={leadsToText(subject.leadsTo)} part={parts.leadsTo} />
      )}
      {subject.kind === 'elicitation' && <ElicitationView asked={subject.asked} />}
      {reason !== null && <AgentWords text={reason} />}
      {reason === null && 'rest' in subject && subject.rest !== undefined && (
        <MonoBlock
          title={subject.kind === 'parameters' ? 'Parameters' : 'Further parameters'}
          text={jsonText(subject.rest)}
          shownAs={jsonLines(subject.rest)}
          part={parts.parameters}
        />
      )}
    </chakra.div>
  );
}
