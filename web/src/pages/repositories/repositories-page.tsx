import { PageHeader } from '../../ui/page-header.tsx';

export function RepositoriesPage() {
  return <PageHeader title="Repositories" />;
}
