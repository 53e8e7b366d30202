import { Badge } from '../../ui/text/badge.tsx';
import { itemTypeLook } from './item-types.ts';

/** An item's kind of step. */
export function ItemTypeBadge({ type }: { type: string }) {
  const { word, icon: Icon } = itemTypeLook(type);
  return (
    <Badge icon={<Icon aria-hidden />}>
      <span title={type}>{word}</span>
    </Badge>
  );
}
