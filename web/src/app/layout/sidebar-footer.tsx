import { chakra } from '@chakra-ui/react/styled-system';
import { LogOut } from 'lucide-react';
import { signOut } from '../../lib/auth.ts';
import { useUser } from '../../lib/auth-context.ts';
import { IconButton } from '../../ui/icon-button.tsx';

/** Whose account this is, and the way out of it. */
export function SidebarFooter() {
  const { email } = useUser();
  return (
    <chakra.div display="flex" alignItems="center" gap="8px" borderTopWidth="1px" px="16px" py="8px">
      <chakra.span flex="1" truncate textStyle="sm" color="fg.muted" title={email}>
        {email}
      </chakra.span>
      <IconButton label="Sign out" icon={<LogOut size={20} aria-hidden />} onClick={() => void signOut()} />
    </chakra.div>
  );
}
