import { PageHeader } from '../../ui/page-header.tsx';

export function ContainersPage() {
  return <PageHeader title="Containers" />;
}
