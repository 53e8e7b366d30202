import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Button } from './button.tsx';

interface BackLinkProps {
  to: string;
  children: ReactNode;
}

/** The link to the parent page; shown above the title. */
export function BackLink({ to, children }: BackLinkProps) {
  return (
    <Button asChild variant="ghost" size="sm" colorPalette="neutral" ms="-12px">
      <Link to={to}>
        <ArrowLeft size={16} aria-hidden />
        {children}
      </Link>
    </Button>
  );
}
