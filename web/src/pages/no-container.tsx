import { Box } from 'lucide-react';
import { Button } from '../ui/buttons/button.tsx';
import { Notice } from '../ui/feedback/notice.tsx';

interface NoContainerProps {
  /** What waits: "This task is waiting". */
  what: string;
  /** Where there may be several of them: the name of this one. */
  label?: string;
  /** There is one that goes on with the person's decision about something else. */
  isAsking: boolean;
  onStart: () => void;
}

/** Says that work waits because there is no container for it, and offers to create one. */
export function NoContainer({ what, label = 'No container', isAsking, onStart }: NoContainerProps) {
  return (
    <Notice as="section" aria-label={label} mb="24px">
      <Box size={16} aria-hidden />
      <p>
        {what}: no container in this project is running.
        {isAsking && ' One waits for your decision, which starts it again.'}
      </p>
      <Button size="sm" variant="outline" colorPalette="neutral" onClick={onStart}>
        {isAsking ? 'Start another' : 'Start one'}
      </Button>
    </Notice>
  );
}
