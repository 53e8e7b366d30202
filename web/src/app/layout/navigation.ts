import { Box, CheckCheck, FolderKanban, GitBranch, LayoutDashboard, ListTodo, type LucideIcon } from 'lucide-react';

interface NavigationItem {
  to: string;
  label: string;
  icon: LucideIcon;
}

/** The places of the sidebar, in the order of specification §2. */
export const navigation: readonly NavigationItem[] = [
  { to: '/', label: 'Dashboard', icon: LayoutDashboard },
  { to: '/projects', label: 'Projects', icon: FolderKanban },
  { to: '/containers', label: 'Containers', icon: Box },
  { to: '/repositories', label: 'Repositories', icon: GitBranch },
  { to: '/approvals', label: 'Approval Queue', icon: CheckCheck },
  { to: '/tasks', label: 'All Tasks', icon: ListTodo },
];
