import { Badge } from '../../ui/text/badge.tsx';
import { StatusBadge } from '../status/status-badge.tsx';

/** A container's live status; 'Loading...' until it has arrived. */
export function LiveStatusBadge({ status }: { status: string | undefined }) {
  if (status === undefined) return <Badge>Loading...</Badge>;
  return <StatusBadge kind="container" status={status} />;
}
