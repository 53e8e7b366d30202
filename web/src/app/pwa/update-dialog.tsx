import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

/** Asks whether to go on with the new version. */
export function UpdateDialog({ onConfirm, onClose }: { onConfirm: () => void; onClose: () => void }) {
  return (
    <Dialog
      open
      onClose={onClose}
      role="alertdialog"
      size="sm"
      title="Update"
      description="New version available! Refresh to update?"
      footer={
        <>
          <Button variant="outline" colorPalette="neutral" onClick={onClose}>
            Later
          </Button>
          <Button onClick={onConfirm}>OK</Button>
        </>
      }
    />
  );
}
