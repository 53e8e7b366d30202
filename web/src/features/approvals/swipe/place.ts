/** The current place in the queue: this item, last seen at this position. */
export interface Place {
  id: string | null;
  index: number;
}

export const beginning: Place = { id: null, index: 0 };

/**
 * The position of the shown item. While it is in the list it is found by its id, whatever happens around it; once it is
 * gone, the next one has moved up to its position, and after the last comes the first.
 */
export function positionOf(ids: readonly string[], { id, index }: Place): number {
  const found = id === null ? -1 : ids.indexOf(id);
  if (found >= 0) return found;
  return index < ids.length ? index : 0;
}
