import type { TaskItem } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { Clamp } from '../../ui/clamp.tsx';
import { Markdown } from '../../ui/content/blocks.tsx';
import { describeContent } from '../../ui/content/describe-content.ts';
import { ToolLine } from '../../ui/content/tool-line.tsx';
import { visibleText } from '../../ui/content/visible-text.ts';
import { Fold } from '../../ui/fold.tsx';
import { CutNotice } from './cut-notice.tsx';
import { ItemDetails } from './item-details.tsx';
import { ItemResponse } from './item-response.tsx';
import { useCompleteItem } from './use-complete-item.ts';

const TEXT_HEIGHT_PX = 240;

/** What a step says and did: its text, the agent's answer, the tool with parameters and response, its file. */
export function ItemBody({ item: listed }: { item: TaskItem }) {
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
      {item.rejectionReason && (
        <Reason>
          <Label>Rejection reason</Label>
          <chakra.p whiteSpace="pre-wrap" overflowWrap="anywhere">
            {item.rejectionReason}
          </chakra.p>
        </Reason>
      )}
      {subject.kind === 'none' && <ToolLine item={item} subject={subject} />}
      {subject.kind !== 'none' && (
        <Fold startsOpen={isPending} summary={<DetailsSummary item={item} kind={subject.kind} />}>
          <ItemDetails title={item.title} subject={subject} />
        </Fold>
      )}
      {item.toolResponse !== null && item.toolResponse !== undefined && (
        <Fold summary="Response">
          <ItemResponse response={item.toolResponse} />
        </Fold>
      )}
      {/* A pending one says so beside its decision. */}
      {isCut && !isPending && <CutNotice item={item} />}
    </>
  );
}

function ItemText({ item, text }: { item: TaskItem; text: string }) {
  // What an agent plans and reports is markdown; what it wants to do is shown as it is.
  const isProse = item.author === 'agent' && (item.type === 'planning' || item.type === 'completion');
  return (
    <Clamp height={TEXT_HEIGHT_PX} of={item.title}>
      {isProse ? (
        <Markdown text={text} />
      ) : (
        <chakra.p whiteSpace="pre-wrap" overflowWrap="anywhere">
          {visibleText(text)}
        </chakra.p>
      )}
    </Clamp>
  );
}

const words = {
  publish: 'Publish request',
  edits: 'Changes',
  file: 'File',
  command: 'Command',
  parameters: 'Parameters',
} as const;

function DetailsSummary({ item, kind }: { item: TaskItem; kind: keyof typeof words }) {
  return (
    // Not cut: which tool and which file is decided about.
    <chakra.span minW={0} overflowWrap="anywhere">
      {words[kind]}
      {item.toolName && <Mono>{visibleText(item.toolName)}</Mono>}
      {item.filePath && kind !== 'publish' && <Mono>{visibleText(item.filePath)}</Mono>}
    </chakra.span>
  );
}

const Mono = chakra('span', { base: { fontFamily: 'mono', fontSize: '12px', ms: '8px' } });

const Label = chakra('p', { base: { textStyle: 'xs', color: 'fg.muted', mb: '2px' } });

const Reason = chakra('div', {
  base: { borderInlineStartWidth: '3px', borderColor: 'reject.solid', ps: '12px', py: '2px' },
});
