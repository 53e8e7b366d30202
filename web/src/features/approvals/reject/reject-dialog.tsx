import type { TaskItem } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { useRef, useState } from 'react';
import { fieldErrorsOf } from '../../../lib/forms/server-issues.ts';
import { isBlank, visibleText } from '../../../lib/text/visible-text.ts';
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
import { useReason } from './use-reason.ts';
import { outcomeWords, whoIsTold } from './who-is-told.ts';

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
interface Steer {
  stop: boolean;
  noOtherWay: boolean;
}

const asUsual: Steer = { stop: false, noOtherWay: false };

/**
 * Asks for the reason of a rejection. What was typed stays, also when the dialog is closed, and after it was sent: the
 * rejection can be taken back or undone.
 */
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
  const [steer, setSteer] = useState(asUsual);
  const field = useRef<HTMLTextAreaElement>(null);
  const reject = useRejectItem();
  const [reason, setReason] = useReason(item.id, open && reject.isIdle);
  const blank = isBlank(reason);
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
          {/* Also while it closes: alive again, it would keep the focus from what comes next. */}
          <Button type="submit" colorPalette="reject" disabled={!open || blank || reject.isPending}>
            {reject.isPending ? 'Rejecting...' : 'Reject'}
          </Button>
        </>
      }
    >
      <chakra.div display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="16px">
        <Subject title={item.title} taskTitle={taskTitle} projectName={projectName} />
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
        {told === 'agent' && <Steering steer={steer} onChange={setSteer} disabled={isSending} />}
      </chakra.div>
    </Dialog>
  );
}

/** What is rejected, and where it comes from. */
function Subject({ title, taskTitle, projectName }: { title: string; taskTitle: string; projectName: string }) {
  return (
    <div>
      <TitleClamp>
        <chakra.p fontWeight="600" overflowWrap="anywhere">
          {visibleText(title)}
        </chakra.p>
      </TitleClamp>
      <chakra.p textStyle="sm" color="fg.muted" overflowWrap="anywhere">
        {visibleText(projectName)} › {visibleText(taskTitle)}
      </chakra.p>
    </div>
  );
}

interface SteeringProps {
  steer: Steer;
  onChange: (steer: Steer) => void;
  disabled: boolean;
}

function Steering({ steer, onChange, disabled }: SteeringProps) {
  return (
    <div>
      <Checkbox
        label="And stop the task"
        checked={steer.stop}
        disabled={disabled}
        onChange={(stop) => onChange({ ...steer, stop })}
      />
      <Checkbox
        label="Do not try another way"
        checked={steer.noOtherWay}
        disabled={disabled}
        onChange={(noOtherWay) => onChange({ ...steer, noOtherWay })}
      />
    </div>
  );
}
