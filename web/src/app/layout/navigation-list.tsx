import { chakra } from '@chakra-ui/react/styled-system';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { Box, CheckCheck, FolderKanban, GitBranch, LayoutDashboard, ListTodo, type LucideIcon } from 'lucide-react';
import { useWaiting } from '../../features/approvals/use-waiting.ts';
import { containersQuery } from '../../features/containers/queries.ts';
import { tasksQuery } from '../../features/tasks/queries.ts';
import { NavLink } from './nav-link.tsx';

interface NavigationItem {
  to: string;
  label: string;
  icon: LucideIcon;
  /** A page that is reached from there but has an address of its own. */
  covers?: string;
  /** Asks for its list, if that is not there yet. The other pages' lists came with the dashboard, or are short. */
  ask?: (client: QueryClient) => Promise<void>;
}

/** The links of the sidebar, in order. */
export const navigation: readonly NavigationItem[] = [
  { to: '/', label: 'Dashboard', icon: LayoutDashboard },
  { to: '/projects', label: 'Projects', icon: FolderKanban },
  { to: '/containers', label: 'Containers', icon: Box, ask: (client) => client.prefetchQuery(containersQuery()) },
  { to: '/repositories', label: 'Repositories', icon: GitBranch },
  { to: '/approvals', label: 'Approval Queue', icon: CheckCheck, covers: '/decisions' },
  { to: '/tasks', label: 'All Tasks', icon: ListTodo, ask: (client) => client.prefetchQuery(tasksQuery()) },
];

/** The links of the app; Approval Queue shows the number of waiting items. */
export function NavigationList() {
  const waiting = useWaiting();
  const client = useQueryClient();
  return (
    <nav aria-label="Main">
      <chakra.ul display="grid" gap="2px">
        {navigation.map(({ to, label, icon: Icon, covers, ask }) => (
          <li key={to}>
            <NavLink to={to} covers={covers} onAsk={ask && (() => void ask(client))}>
              <Icon size={20} aria-hidden />
              <chakra.span flex="1">{label}</chakra.span>
              {to === '/approvals' && waiting > 0 && <Count aria-label={`${waiting} pending`}>{waiting}</Count>}
            </NavLink>
          </li>
        ))}
      </chakra.ul>
    </nav>
  );
}

const Count = chakra('span', {
  base: {
    minW: '22px',
    px: '6px',
    textAlign: 'center',
    rounded: 'full',
    bg: 'waiting.solid',
    color: 'waiting.contrast',
    fontSize: '0.75rem',
    lineHeight: '1.375rem',
    fontWeight: '600',
  },
});
