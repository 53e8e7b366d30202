import { PageHeader } from '../../ui/page-header.tsx';

export function TaskDetailPage() {
  return <PageHeader title="Task" />;
}
