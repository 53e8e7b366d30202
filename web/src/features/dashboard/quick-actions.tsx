import { chakra } from '@chakra-ui/react/styled-system';
import { CheckCheck, FolderPlus, ListTodo } from 'lucide-react';
import { Link } from 'react-router-dom';
import { Button } from '../../ui/buttons/button.tsx';

const actions = [
  { to: '/projects', label: 'New Project', icon: FolderPlus },
  { to: '/tasks', label: 'View Tasks', icon: ListTodo },
  { to: '/approvals', label: 'Review Approvals', icon: CheckCheck },
] as const;

/** Three shortcuts. */
export function QuickActions() {
  return (
    <chakra.div display="grid" gap="12px" gridTemplateColumns={{ base: '1fr', sm: 'repeat(3, minmax(0, 1fr))' }}>
      {actions.map(({ to, label, icon: Icon }) => (
        <Button key={label} asChild variant="outline" colorPalette="neutral" borderColor="border">
          <Link to={to}>
            <Icon size={20} aria-hidden />
            {label}
          </Link>
        </Button>
      ))}
    </chakra.div>
  );
}
