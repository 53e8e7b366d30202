import { chakra } from '@chakra-ui/react/styled-system';
import { Eye, Lock } from 'lucide-react';

/** Whether what runs is held to what was approved, or compared with it afterwards (design §6). */
export function EnforcementNote({ enforcement }: { enforcement: string | null }) {
  if (enforcement === null) return null;
  const enforced = enforcement === 'enforced';
  const Icon = enforced ? Lock : Eye;
  return (
    <Note>
      <Icon size={14} aria-hidden />
      {enforced
        ? 'Enforced: what runs is exactly what you see here.'
        : 'Honoured: the agent carries it out; the result is compared with what you see here.'}
    </Note>
  );
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
