import type { Precedents } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { useQuery } from '@tanstack/react-query';
import { GitCompareArrows, MessageSquareWarning } from 'lucide-react';
import { EditBlock } from '../../../entities/task-item/content/blocks.tsx';
import type { ItemSubject } from '../../../entities/task-item/content/describe-content.ts';
import { SeenContext } from '../../../entities/task-item/seen/seen-scope.tsx';
import { visibleText } from '../../../lib/text/visible-text.ts';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { RelativeTime } from '../../../ui/time/relative-time.tsx';
import { comparedOf } from './compared.ts';
import { precedentQuery } from './precedent-query.ts';

interface DiffersFromLastProps {
  id: string;
  subject: ItemSubject;
}

/**
 * Compares an open request with what was decided before: the last of its shape that the person approved, and a step of
 * the task that was not to be tried in another way. Nothing if there is neither.
 */
export function DiffersFromLast({ id, subject }: DiffersFromLastProps) {
  const { data } = useQuery({
    ...precedentQuery(id),
    enabled: ['command', 'file', 'edits', 'parameters'].includes(subject.kind),
  });
  if (!data) return null;
  return (
    <>
      {data.unwanted && <MayBeAnotherWay title={data.unwanted.title} />}
      <Compared before={data.precedent} subject={subject} />
    </>
  );
}

/** A program cannot tell whether it is one: the person is reminded. */
function MayBeAnotherWay({ title }: { title: string }) {
  return (
    <Notice>
      <MessageSquareWarning size={16} aria-hidden />
      <div>
        <p>You rejected a step of this task and asked for no other way. Check that this is not one:</p>
        <chakra.p overflowWrap="anywhere" lineClamp={2}>
          “{visibleText(title)}”
        </chakra.p>
      </div>
    </Notice>
  );
}

function Compared({ before, subject }: { before: Precedents['precedent']; subject: ItemSubject }) {
  const shown = comparedOf(subject);
  if (!shown || !before) return null;
  // The server says what it has compared: the same words may be about another folder.
  const { text, now = shown.text } = before;
  if (text === now) return null;
  return (
    <chakra.section aria-label="Compared with the last one you approved" display="grid" gap="8px" minW={0}>
      <Notice>
        <GitCompareArrows size={16} aria-hidden />
        <span>
          Differs from the last one you approved, <RelativeTime iso={before.decidedAt} />
        </span>
      </Notice>
      {/* The content to be decided is above: nothing of this must be read. */}
      <SeenContext value={null}>
        <EditBlock edit={{ path: shown.name, oldText: text, newText: now }} unified part="compared with the last one" />
      </SeenContext>
    </chakra.section>
  );
}
