import { chakra } from '@chakra-ui/react/styled-system';
import { CircleUserRound } from 'lucide-react';
import { type Ref, Suspense, useState } from 'react';
import { useUser } from '../../lib/auth/auth-context.ts';
import { openedByPress } from '../../ui/loading/opened-by-press.ts';
import { thumbHigh } from '../../ui/viewport/thumb.ts';
import { ColorModeControl } from './color-mode-control.tsx';
import { SignOutButton } from './sign-out-button.tsx';

const AccountDialog = openedByPress(async () => ({ default: (await import('./account.tsx')).Account }));

/** Colour mode, the signed-in account, and the sign-out button. */
export function SidebarFooter({ ref }: { ref?: Ref<HTMLDivElement> }) {
  const { email } = useUser();
  const [account, setAccount] = useState(false);
  return (
    <chakra.div ref={ref} borderTopWidth="1px" px="12px" py="8px">
      <chakra.div display="flex" alignItems="center" justifyContent="space-between" ps="8px" mb="4px">
        <chakra.span textStyle="xs" color="fg.muted">
          Colour mode
        </chakra.span>
        <ColorModeControl />
      </chakra.div>
      <chakra.div display="flex" alignItems="center" gap="4px">
        <Account
          type="button"
          title={email}
          aria-label={`Account ${email}`}
          onClick={() => AccountDialog.open(() => setAccount(true))}
        >
          <CircleUserRound size={20} aria-hidden />
          <span>{email}</span>
        </Account>
        <SignOutButton />
      </chakra.div>
      <Suspense>{account && <AccountDialog.Component onClose={() => setAccount(false)} />}</Suspense>
    </chakra.div>
  );
}

const Account = chakra('button', {
  base: {
    flex: 1,
    minW: 0,
    ...thumbHigh('36px'),
    px: '8px',
    rounded: 'control',
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    textAlign: 'start',
    textStyle: 'sm',
    color: 'fg.muted',
    cursor: 'pointer',
    '& > svg': { flexShrink: 0 },
    '& > span': { truncate: true },
    _hover: { bg: 'bg.muted', color: 'fg' },
  },
});
