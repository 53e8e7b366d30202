import { routes } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { useQuery } from '@tanstack/react-query';
import { GitCompareArrows } from 'lucide-react';
import { keys } from '../../entities/query-keys.ts';
import { EditBlock } from '../../entities/task-item/content/blocks.tsx';
import type { ItemSubject } from '../../entities/task-item/content/describe-content.ts';
import { SeenContext } from '../../entities/task-item/seen/seen-scope.tsx';
import { api } from '../../lib/api.ts';
import { Notice } from '../../ui/notice.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';

interface DiffersFromLastProps {
  id: string;
  subject: ItemSubject;
}

/** Compares an open request with the last of its shape that the person approved; nothing if there is none. */
export function DiffersFromLast({ id, subject }: DiffersFromLastProps) {
  const now = comparedOf(subject);
  const { data } = useQuery({
    queryKey: keys.precedent(id),
    queryFn: ({ signal }) => api.call(routes.getTaskItemPrecedent, { params: { id }, signal }),
    enabled: now !== null,
  });
  const before = data?.precedent;
  if (!now || !before || before.text === now.text) return null;
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
        <EditBlock
          edit={{ path: now.name, oldText: before.text, newText: now.text }}
          unified
          part="compared with the last one"
        />
      </SeenContext>
    </chakra.section>
  );
}

/** What can be compared: commands, and files that are written whole. An edit is a comparison itself. */
function comparedOf(subject: ItemSubject): { name: string; text: string } | null {
  if (subject.kind === 'command') return { name: 'Command', text: subject.command };
  return subject.kind === 'file' ? { name: subject.path, text: subject.code } : null;
}
