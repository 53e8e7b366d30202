import { ArrowLeft } from 'lucide-react';
import { TextLink } from '../../ui/text-link.tsx';

export function BackToTasks() {
  return (
    <TextLink to="/tasks" display="inline-flex" alignItems="center" gap="6px" minH={{ base: '44px', md: '24px' }}>
      <ArrowLeft size={16} aria-hidden />
      Back to Tasks
    </TextLink>
  );
}
