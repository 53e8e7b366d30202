import { plural } from '../../lib/text/plural.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';

interface SignOutQuestionProps {
  /** How many decisions wait; 0 once they were sent while it is open. */
  waiting: number;
  pending: boolean;
  onClose: () => void;
  onConfirm: () => void;
}

/** Whether to sign out although decisions wait for the network, or an answer. */
export default function SignOutQuestion({ waiting, ...dialog }: SignOutQuestionProps) {
  return (
    <ConfirmDialog open title="Sign out before they are sent?" confirmLabel="Sign out" {...dialog}>
      {waiting === 0
        ? 'Your decisions were sent meanwhile.'
        : `${plural(waiting, 'decision is', 'decisions are')} kept here until the server answers. Signing out drops what is kept: it is not sent any more.`}
    </ConfirmDialog>
  );
}
