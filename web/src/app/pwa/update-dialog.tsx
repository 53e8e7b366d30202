import { useState } from 'react';
import { Button } from '../../ui/buttons/button.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';

/**
 * Asks whether to switch to the new version. The page reloads once the browser has switched, which may take a while.
 */
export function UpdateDialog({ onConfirm, onClose }: { onConfirm: () => void; onClose: () => void }) {
  const [isSwitching, setSwitching] = useState(false);
  const confirm = () => {
    setSwitching(true);
    onConfirm();
  };
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
          <Button loading={isSwitching} onClick={confirm}>
            OK
          </Button>
        </>
      }
    />
  );
}
