import type { Project } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { useStoreVariable } from '../mutations.ts';

interface VariableRowProps {
  projectId: string;
  variable: Project['variables'][number];
}

/** One of a project's values: its name, who gets it, and a button that asks before the value is deleted. */
export function VariableRow({ projectId, variable: { name, isSecret, forAgent } }: VariableRowProps) {
  const [isAsking, setAsking] = useState(false);
  const { mutate, isPending } = useStoreVariable(projectId);
  return (
    <Row tabIndex={-1}>
      <chakra.span minW={0} overflowWrap="anywhere">
        <chakra.span textStyle="mono">{name}</chakra.span>{' '}
        <chakra.span textStyle="sm" color="fg.muted">
          {[isSecret ? 'secret' : 'not secret', ...(forAgent ? ['for the agent, too'] : [])].join(', ')}
        </chakra.span>
      </chakra.span>
      <IconButton
        label={`Remove ${name}`}
        size="sm"
        icon={<Trash2 size={16} aria-hidden />}
        onClick={() => setAsking(true)}
      />
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => mutate({ name, value: null }, { onSuccess: () => setAsking(false) })}
        title="Remove value?"
        confirmLabel="Remove"
        pending={isPending}
      >
        “{name}” is deleted. This cannot be undone.
      </ConfirmDialog>
    </Row>
  );
}

const Row = chakra('li', {
  base: { display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: '12px', minH: '44px' },
});
