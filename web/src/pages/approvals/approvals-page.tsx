import { PageHeader } from '../../ui/page-header.tsx';

export function ApprovalsPage() {
  return <PageHeader title="Approvals" />;
}
