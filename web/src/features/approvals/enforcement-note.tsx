import { chakra } from '@chakra-ui/react/styled-system';
import { Eye, Lock } from 'lucide-react';
import { parts } from '../../entities/task-item/seen/outline.ts';
import { SeenFact } from '../../entities/task-item/seen/seen-text.tsx';

/** Whether what runs is held to what was approved, or compared with it afterwards. */
export function EnforcementNote({ enforcement, toolKind }: { enforcement: string | null; toolKind: string | null }) {
  if (enforcement === null) return null;
  const enforced = enforcement === 'enforced';
  const Icon = enforced ? Lock : Eye;
  return (
    <SeenFact part={parts.enforcement} name="Enforcement">
      <Note>
        <Icon size={14} aria-hidden />
        {enforced ? 'Enforced: what runs is exactly what you see here.' : `Honoured: ${honoured(toolKind)}`}
      </Note>
    </SeenFact>
  );
}

/** What is compared afterwards: the command that ran with the one shown, but not what it did. */
function honoured(toolKind: string | null): string {
  return toolKind === 'execute'
    ? 'the agent runs this command; what it changes is not compared.'
    : 'the agent carries it out; the result is compared with what you see here.';
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
