import { chakra } from '@chakra-ui/react/styled-system';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { configQuery } from '../../entities/config-query.ts';
import { messageOf } from '../../lib/api.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { FormAlert } from '../../ui/forms/form-alert.tsx';
import { useCreateContainer } from './mutations.ts';

interface CreateContainerDialogProps {
  projectId: string;
  open: boolean;
  onClose: () => void;
  /** The name of the agent that will work in it. */
  agentName?: string;
}

/** The dialog 'Create New Container': there is nothing to fill in; it only says what will be created. */
export function CreateContainerDialog({ projectId, open, onClose, agentName }: CreateContainerDialogProps) {
  const { mutate, isPending, error, reset } = useCreateContainer(projectId);
  const { imageTag } = useQuery({ ...configQuery(), enabled: open }).data ?? {};
  const create = useRef<HTMLButtonElement>(null);
  const close = () => {
    reset();
    onClose();
  };
  return (
    <Dialog
      open={open}
      onClose={close}
      title="Create New Container"
      description="It starts with the default settings and picks up the waiting tasks of this project."
      size="sm"
      initialFocus={create}
      busy={isPending}
      onSubmit={() => mutate(undefined, { onSuccess: close })}
      footer={
        <>
          <Button variant="outline" colorPalette="neutral" onClick={close} disabled={isPending}>
            Cancel
          </Button>
          <Button ref={create} type="submit" loading={isPending}>
            Create Container
          </Button>
        </>
      }
    >
      <chakra.div display="grid" gap="16px">
        {error && <FormAlert>{messageOf(error)}</FormAlert>}
        <Settings>
          {imageTag && (
            <>
              <dt>Image tag</dt>
              <dd className="mono">{imageTag}</dd>
            </>
          )}
          {agentName && (
            <>
              <dt>Agent</dt>
              <dd>{agentName}</dd>
            </>
          )}
          <dt>Name</dt>
          <dd>Taken from its id</dd>
        </Settings>
      </chakra.div>
    </Dialog>
  );
}

const Settings = chakra('dl', {
  base: {
    display: 'grid',
    alignItems: 'baseline',
    gridTemplateColumns: 'auto 1fr',
    gap: '8px 24px',
    p: '16px',
    rounded: 'control',
    bg: 'bg.muted',
    '& dt': { color: 'fg.muted' },
    '& .mono': { textStyle: 'mono' },
  },
});
