import { chakra } from '@chakra-ui/react/styled-system';
import { Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useUser } from '../../lib/auth/auth-context.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { CountersignatureSection } from './countersignature-section.tsx';
import { DeleteAccountDialog } from './delete-account-dialog.tsx';
import { DeviceSection } from './device-section.tsx';
import { ExportAccount } from './export-account.tsx';

/**
 * The account dialog: whose account it is, this device's settings, further sections, the data export, and how to delete
 * it.
 */
export function AccountDialog({ onClose, children }: { onClose: () => void; children?: ReactNode }) {
  const user = useUser();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Dialog open={!asking} onClose={onClose} title="Account" size="sm">
        <chakra.dl display="grid" gridTemplateColumns="auto 1fr" gap="8px 16px" mb="20px">
          {user.displayName && <Line term="Name">{user.displayName}</Line>}
          <Line term="Email">{user.email}</Line>
        </chakra.dl>
        <CountersignatureSection />
        <DeviceSection />
        {children}
        <ExportAccount />
        <chakra.div borderTopWidth="1px" py="20px">
          <chakra.h3 textStyle="cardTitle">Delete account</chakra.h3>
          <chakra.p color="fg.muted" mt="4px" mb="12px">
            Your projects, tasks, repositories and containers are deleted with it.
          </chakra.p>
          <Button variant="outline" colorPalette="reject" onClick={() => setAsking(true)}>
            <Trash2 size={16} aria-hidden />
            Delete account
          </Button>
        </chakra.div>
      </Dialog>
      <DeleteAccountDialog open={asking} onClose={() => setAsking(false)} />
    </>
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
