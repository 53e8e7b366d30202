import { PageHeader } from '../../ui/page-header.tsx';

export function ContainerDetailPage() {
  return <PageHeader title="Container" />;
}
