import { ArrowDown } from 'lucide-react';
import { Button } from './button.tsx';

/** Takes a reader who has scrolled up back to the newest; placed over the end of a positioned box. */
export function NewestButton({ onClick }: { onClick: () => void }) {
  return (
    <Button position="absolute" bottom="12px" insetEnd="16px" size="sm" onClick={onClick}>
      <ArrowDown size={16} aria-hidden />
      Newest
    </Button>
  );
}
