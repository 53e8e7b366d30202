import { chakra } from '@chakra-ui/react/styled-system';
import { Check, X } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { onSingleClick } from '../settling.ts';

interface SwipeActionsProps {
  canReject: boolean;
  canApprove: boolean;
  onReject: () => void;
  onApprove: () => void;
}

/** The two decisions as buttons under the card. */
export function SwipeActions({ canReject, canApprove, onReject, onApprove }: SwipeActionsProps) {
  return (
    <chakra.div display="grid" gridTemplateColumns="1fr 1fr" gap="12px" mt="16px">
      <Button size="lg" variant="outline" colorPalette="reject" disabled={!canReject} onClick={onSingleClick(onReject)}>
        <X size={20} aria-hidden />
        Reject
      </Button>
      <Button size="lg" colorPalette="approve" disabled={!canApprove} onClick={onSingleClick(onApprove)}>
        <Check size={20} aria-hidden />
        Approve
      </Button>
    </chakra.div>
  );
}
