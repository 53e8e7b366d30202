import type { TaskItem } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';
import { Markdown } from '../../entities/task-item/content/blocks.tsx';
import { MonoBlock } from '../../entities/task-item/content/code/mono-block.tsx';
import { describeContent, type ItemSubject } from '../../entities/task-item/content/describe-content.ts';
import { ElicitationView } from '../../entities/task-item/content/elicitation-view.tsx';
import { ItemSubjectView } from '../../entities/task-item/content/item-subject-view.tsx';
import { ToolLine } from '../../entities/task-item/content/tool-line.tsx';
import { parts } from '../../entities/task-item/seen/outline.ts';
import { SeenFact, SeenText } from '../../entities/task-item/seen/seen-text.tsx';
import { visibleName } from '../../lib/text/exact-text.ts';
import { visibleText } from '../../lib/text/visible-text.ts';
import { Disclosure } from '../../ui/layout/disclosure.tsx';
import { Clamp } from '../../ui/text/clamp.tsx';
import { inOrder } from '../../ui/text/in-order.tsx';
import { CutNotice, useCompleteItem } from './complete-item.tsx';
import { responseOf } from './response-of.ts';

const TEXT_HEIGHT_PX = 240;
const BLOCK_HEIGHT_PX = 320;

interface ItemBodyProps {
  item: TaskItem;
  /** The rejection reason that its parent already shows; it is not repeated. */
  reasonAbove?: string | null;
  /** For a publish request: title and text of its pull request, to be shown before its change. */
  words?: ReactNode;
}

/** A step's content: its text, the agent's answer, the tool with parameters and response, its file. */
export function ItemBody({ item: listed, reasonAbove = null, words }: ItemBodyProps) {
  const { shown: item, isCut } = useCompleteItem(listed);
  const subject = describeContent(item);
  const isPending = item.needsApproval && item.isApproved === null;
  return (
    <>
      {item.content && item.content !== item.rejectionReason && subject.kind !== 'publish' && (
        <ItemText item={item} text={item.content} />
      )}
      {item.chatResponse && (
        <chakra.div>
          <Label>Agent response</Label>
          <Clamp height={TEXT_HEIGHT_PX} of="the agent response">
            <Markdown text={item.chatResponse} />
          </Clamp>
        </chakra.div>
      )}
      {item.rejectionReason && item.rejectionReason !== reasonAbove && (
        <Reason borderColor={item.isClosed ? 'border' : 'reject.solid'}>
          <Label>{item.isClosed ? 'Reason' : 'Rejection reason'}</Label>
          <chakra.p whiteSpace="pre-wrap" overflowWrap="anywhere">
            {visibleText(item.rejectionReason)}
          </chakra.p>
        </Reason>
      )}
      {subject.kind === 'none' && <ToolLine item={item} subject={subject} />}
      {subject.kind === 'elicitation' && !isPending && (
        <ElicitationView asked={subject.asked} answer={item.answer ?? null} />
      )}
      {subject.kind !== 'none' && subject.kind !== 'elicitation' && (
        <Disclosure defaultOpen={isPending} summary={<DetailsSummary item={item} kind={subject.kind} />}>
          <ItemDetails title={item.title} subject={subject} risk={isPending ? item.risk : null} words={words} />
        </Disclosure>
      )}
      {item.toolResponse !== null && item.toolResponse !== undefined && <ItemResponse item={item} />}
      {/* A pending item shows this beside its decision. */}
      {isCut && !isPending && <CutNotice item={item} />}
    </>
  );
}

function ItemText({ item, text }: { item: TaskItem; text: string }) {
  // An agent's plans and reports are markdown; the step it asks about is shown exactly.
  const isProse =
    !item.needsApproval && item.author === 'agent' && (item.type === 'planning' || item.type === 'completion');
  return (
    <Clamp height={TEXT_HEIGHT_PX} of={item.title}>
      {isProse ? (
        <Markdown text={text} />
      ) : (
        <SeenText part={parts.text} name="the text" text={visibleText(text.trim())} />
      )}
    </Clamp>
  );
}

const nameOf = {
  publish: 'Publish request',
  edits: 'Changes',
  file: 'File',
  command: 'Command',
  parameters: 'Parameters',
} as const;

function DetailsSummary({ item, kind }: { item: TaskItem; kind: keyof typeof nameOf }) {
  return (
    // Never cut: the tool and the file are part of the decision.
    <SeenFact part={parts.tool} name="Tool">
      <chakra.span overflowWrap="anywhere">
        {nameOf[kind]}
        {item.toolName && <Mono>{inOrder(visibleName(item.toolName))}</Mono>}
        {item.filePath && <Mono>{inOrder(visibleName(item.filePath))}</Mono>}
      </chakra.span>
    </SeenFact>
  );
}

interface DetailsProps {
  title: string;
  subject: ItemSubject;
  risk: TaskItem['risk'];
  words: ReactNode;
}

/** A tool's parameters, or a file, limited in height. */
function ItemDetails({ title, subject, risk, words }: DetailsProps) {
  return (
    <Clamp height={BLOCK_HEIGHT_PX} of={title}>
      <ItemSubjectView subject={subject} risk={risk} words={words} unified />
    </Clamp>
  );
}

/** What a tool gave back; at hand where it says why that is no success. */
function ItemResponse({ item: { toolResponse, content, needsApproval } }: { item: TaskItem }) {
  const { text, failure } = responseOf(toolResponse);
  const isSaid = content !== null && text.includes(content.trim());
  return (
    <Disclosure
      defaultOpen={failure !== null && !isSaid && !needsApproval}
      summary={
        <>
          Response
          {failure !== null && <Failure>{failure}</Failure>}
        </>
      }
    >
      <Clamp height={BLOCK_HEIGHT_PX} of="the response">
        <MonoBlock title="Response" text={text} />
      </Clamp>
    </Disclosure>
  );
}

const Mono = chakra('span', { base: { fontFamily: 'mono', fontSize: '0.75rem', ms: '8px' } });

const Failure = chakra('span', { base: { color: 'reject.fg', ms: '8px' } });

const Label = chakra('p', { base: { textStyle: 'xs', color: 'fg.muted', mb: '2px' } });

const Reason = chakra('div', {
  base: { borderInlineStartWidth: '3px', ps: '12px', py: '2px' },
});
