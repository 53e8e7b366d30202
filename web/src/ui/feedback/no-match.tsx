import { SearchX } from 'lucide-react';
import { Button } from '../buttons/button.tsx';
import { Card } from '../layout/card.tsx';
import { EmptyState } from './empty-state.tsx';

/** Replaces a list if the filters let nothing through. */
export function NoMatch({ title, onClear }: { title: string; onClear: () => void }) {
  return (
    <Card>
      <EmptyState
        icon={SearchX}
        title={title}
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
