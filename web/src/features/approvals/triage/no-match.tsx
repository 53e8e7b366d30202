import { SearchX } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';

/** Requests wait, but the filters let none of them through. */
export function NoMatch({ onClear }: { onClear: () => void }) {
  return (
    <Card>
      <EmptyState
        icon={SearchX}
        title="No approvals match your filters"
        description="Try adjusting your search terms or filters"
        action={
          <Button variant="outline" onClick={onClear}>
            Clear Filters
          </Button>
        }
      />
    </Card>
  );
}
