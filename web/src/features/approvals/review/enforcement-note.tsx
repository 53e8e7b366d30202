import { chakra } from '@chakra-ui/react/styled-system';
import { Eye, Lock } from 'lucide-react';
import type { ItemSubject } from '../../../entities/task-item/content/describe-content.ts';
import { parts } from '../../../entities/task-item/seen/outline.ts';
import { SeenFact } from '../../../entities/task-item/seen/seen-text.tsx';

interface EnforcementNoteProps {
  enforcement: string | null;
  toolKind: string | null;
  subject: ItemSubject;
}

/** Whether the approved content is enforced, or compared with the result afterwards. */
export function EnforcementNote({ enforcement, toolKind, subject }: EnforcementNoteProps) {
  if (enforcement === null) return null;
  const enforced = enforcement === 'enforced';
  const Icon = enforced ? Lock : Eye;
  return (
    <SeenFact part={parts.enforcement} name="Enforcement">
      <Note>
        <Icon size={14} aria-hidden />
        {enforced ? `Enforced: ${enforcedWords(toolKind)}` : `Honoured: ${honoured(toolKind, subject)}`}
      </Note>
    </SeenFact>
  );
}

/** What Countersign holds to by itself: what it runs, or what it lets nobody do without the approval. */
function enforcedWords(toolKind: string | null): string {
  if (toolKind === 'limits') return 'these limits let nothing else pass.';
  if (toolKind === 'start') return 'no agent begins before you approve.';
  if (toolKind === 'publish') return 'exactly this commit is pushed, and only after you approve.';
  if (toolKind === 'budget') return 'no request goes to the model before you approve; one reply may exceed the amount.';
  return 'what runs is exactly what you see here.';
}

/**
 * What is compared afterwards: for files, the change shown; for anything else, what the agent says it runs, but not its
 * effects.
 */
function honoured(toolKind: string | null, { kind }: ItemSubject): string {
  if (toolKind === 'execute') return 'the agent runs this command; its changes are not compared.';
  if (kind === 'edits' || kind === 'file')
    return 'the agent carries it out; the result is compared with what you see here.';
  return 'the agent carries it out; the result is not compared.';
}

const Note = chakra('p', {
  base: {
    display: 'flex',
    alignItems: 'flex-start',
    gap: '6px',
    textStyle: 'xs',
    color: 'fg.muted',
    '& svg': { flexShrink: 0, mt: '1px', pointerEvents: 'none' },
  },
});
