import type { TaskItem } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { useRef, useState } from 'react';
import { fieldErrorsOf } from '../../../lib/forms/server-issues.ts';
import { visibleText } from '../../../lib/text/visible-text.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { Checkbox } from '../../../ui/forms/checkbox.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { Textarea } from '../../../ui/forms/textarea.tsx';
import { TitleClamp } from '../../../ui/text/title-clamp.tsx';
import { type Decidable } from '../decided.ts';
import { useRejectItem } from '../mutations.ts';
import { newHold } from '../undo/hold.ts';
import { PastReasons } from './past-reasons.tsx';

export interface RejectDialogProps {
  open: boolean;
  /** Cancelled, or done. */
  onClose: () => void;
  /** The server has accepted the rejection. */
  onRejected?: () => void;
  item: Decidable & Pick<TaskItem, 'title' | 'type' | 'toolKind' | 'toolName'>;
  taskTitle: string;
  projectName: string;
  /** Whether it is held back from the agent for a moment, in which it can be undone. */
  isHeld?: boolean;
  /** Absent if the page does not know it. */
  projectId?: string;
}

/** Further instructions to the agent. */
const asUsual = { stop: false, noOtherWay: false };

/** Asks for the reason of a rejection. What was typed stays until it is sent, also when the dialog is closed. */
export function RejectDialog({
  open,
  onClose,
  onRejected,
  item,
  taskTitle,
  projectName,
  projectId,
  isHeld = false,
}: RejectDialogProps) {
  const [reason, setReason] = useState('');
  const [steer, setSteer] = useState(asUsual);
  const field = useRef<HTMLTextAreaElement>(null);
  const reject = useRejectItem();
  const blank = reason.trim() === '';
  const told = whoIsTold(item);

  // Going back may have closed it by mistake: what was typed stays. What goes with it is chosen anew each time.
  const close = () => {
    setSteer(asUsual);
    reject.reset();
    onClose();
  };
  // Once it is on its way to the server it can no longer be cancelled.
  const isSending = reject.isPending && !reject.isPaused;
  const cancel = () => !isSending && close();
  const submit = () => {
    if (blank || reject.isPending) return;
    const done = () => {
      setReason('');
      close();
      onRejected?.();
    };
    const { id, taskId, hash } = item;
    reject.mutate(
      { id, taskId, hash, reason: reason.trim(), ...steer, ...(isHeld && !steer.stop && newHold()) },
      { onSuccess: done },
    );
  };

  return (
    <Dialog
      open={open}
      onClose={cancel}
      title="Reject Approval"
      onSubmit={submit}
      initialFocus={field}
      footer={
        <>
          <Button variant="outline" colorPalette="neutral" onClick={cancel} disabled={isSending}>
            Cancel
          </Button>
          <Button type="submit" colorPalette="reject" disabled={blank || reject.isPending}>
            {reject.isPending ? 'Rejecting...' : 'Reject'}
          </Button>
        </>
      }
    >
      <chakra.div display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="16px">
        <div>
          <TitleClamp>
            <chakra.p fontWeight="600" overflowWrap="anywhere">
              {visibleText(item.title)}
            </chakra.p>
          </TitleClamp>
          <chakra.p textStyle="sm" color="fg.muted" overflowWrap="anywhere">
            {visibleText(projectName)} › {visibleText(taskTitle)}
          </chakra.p>
        </div>
        <Field
          label="Reason for rejection *"
          hideAsterisk
          required
          helper={outcomeWords(told, steer.stop)}
          error={fieldErrorsOf(reject.error, ['reason']).reason}
        >
          <Textarea
            ref={field}
            rows={4}
            placeholder="Please provide a reason for rejecting this approval..."
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        </Field>
        {open && (
          <PastReasons
            reason={reason}
            projectId={projectId}
            onChoose={(past) => {
              setReason(past);
              field.current?.focus();
            }}
          />
        )}
        {told === 'agent' && (
          <div>
            <Checkbox
              label="And stop the task"
              checked={steer.stop}
              disabled={isSending}
              onChange={(stop) => setSteer({ ...steer, stop })}
            />
            <Checkbox
              label="Do not try another way"
              checked={steer.noOtherWay}
              disabled={isSending}
              onChange={(noOtherWay) => setSteer({ ...steer, noOtherWay })}
            />
          </div>
        )}
      </chakra.div>
    </Dialog>
  );
}

/**
 * Who receives a rejection's reason: an agent only if it asked. Without its setup or its budget a task cannot go on.
 */
function whoIsTold({ type, toolKind, toolName }: RejectDialogProps['item']): 'agent' | 'start' | 'limits' | 'task' {
  if (toolKind === 'start' || toolKind === 'limits') return toolKind;
  const isOfRunner = type === 'approval_request' && (toolKind === 'budget' || toolName === 'setup');
  return isOfRunner ? 'task' : 'agent';
}

function outcomeWords(told: ReturnType<typeof whoIsTold>, stops: boolean): string {
  switch (told) {
    case 'start':
      return 'The task is not started. It stays rejected until it is reopened.';
    case 'limits':
      return 'These limits do not apply: the agent asks as before.';
    case 'task':
      return 'The task ends here. It can be reopened.';
    case 'agent':
      return stops
        ? 'The task ends as stopped. If it is reopened, its agent gets the reason.'
        : 'The agent gets the reason and goes on from there.';
  }
}
