import { Link } from 'react-router-dom';
import { usePageTitle } from '../../lib/navigation/use-page-title.ts';
import { Button } from '../buttons/button.tsx';
import { EmptyState, type EmptyStateProps } from './empty-state.tsx';

interface NotFoundStateProps extends Pick<EmptyStateProps, 'icon' | 'title' | 'description'> {
  /** Names the browser's tab if the title is too long for it. */
  tabTitle?: string;
  /** The button that leads on: to an address, or wherever its handler decides. */
  action: { label: string; to: string } | { label: string; onClick: () => void };
}

/** Replaces a page whose subject does not exist or belongs to somebody else; the server does not say which. */
export function NotFoundState({ title, tabTitle = title, action, ...state }: NotFoundStateProps) {
  usePageTitle(tabTitle);
  return <EmptyState as="h1" title={title} {...state} action={<Action {...action} />} />;
}

function Action({ label, ...target }: NotFoundStateProps['action']) {
  if ('onClick' in target) {
    return (
      <Button variant="outline" onClick={target.onClick}>
        {label}
      </Button>
    );
  }
  return (
    <Button asChild variant="outline">
      <Link to={target.to}>{label}</Link>
    </Button>
  );
}
