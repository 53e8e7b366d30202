import { PageHeader } from '../../ui/page-header.tsx';

export function ProjectDetailPage() {
  return <PageHeader title="Project" />;
}
