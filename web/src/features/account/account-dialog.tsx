import { chakra } from '@chakra-ui/react/styled-system';
import { Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useUser } from '../../lib/auth/auth-context.ts';
import type { SavedFields } from '../../lib/forms/use-leave-when-saved.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { SavingDialog } from '../../ui/dialogs/saving-dialog.tsx';
import { CountersignatureSection } from './countersignature-section.tsx';
import { DeleteAccountDialog } from './delete-account-dialog.tsx';
import { DeviceSection } from './device-section.tsx';
import { ExportAccount } from './export-account.tsx';

interface AccountDialogProps {
  onClose: () => void;
  /** Further sections; what is typed there and not saved holds the dialog open. */
  children?: (fields: SavedFields) => ReactNode;
}

/**
 * The account dialog: whose account it is, this device's settings, further sections, the data export, and how to delete
 * it.
 */
export function AccountDialog({ onClose, children }: AccountDialogProps) {
  const user = useUser();
  const [asking, setAsking] = useState(false);
  return (
    <SavingDialog open onClose={onClose} title="Account" size="sm">
      {(fields) => (
        <div>
          <chakra.dl display="grid" gridTemplateColumns="auto 1fr" gap="8px 16px" mb="20px">
            {user.displayName && <Line term="Name">{user.displayName}</Line>}
            <Line term="Email">{user.email}</Line>
          </chakra.dl>
          <CountersignatureSection fields={fields} />
          <DeviceSection />
          {children?.(fields)}
          <ExportAccount />
          <chakra.div borderTopWidth="1px" py="20px">
            <chakra.h3 textStyle="cardTitle">Delete account</chakra.h3>
            <chakra.p textStyle="sm" color="fg.muted" mt="4px" mb="12px">
              Your projects, tasks, repositories and containers are deleted with it.
            </chakra.p>
            <Button
              variant="outline"
              colorPalette="reject"
              onClick={() => {
                // A dialog about to close would take the question with it.
                fields.touched();
                setAsking(true);
              }}
            >
              <Trash2 size={16} aria-hidden />
              Delete account
            </Button>
          </chakra.div>
          <DeleteAccountDialog open={asking} onClose={() => setAsking(false)} />
        </div>
      )}
    </SavingDialog>
  );
}

function Line({ term, children }: { term: string; children: string }) {
  return (
    <>
      <chakra.dt color="fg.muted">{term}</chakra.dt>
      <chakra.dd overflowWrap="anywhere">{children}</chakra.dd>
    </>
  );
}
