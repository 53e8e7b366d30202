/**
 * Waits of one container that an instance holds at most. A runner has one or two at a time; others are left over from
 * connections that it has given up. More would let one container take up the requests that an instance can serve.
 */
const PLACES = 4;

/** What ends each held wait of a container, the oldest first. */
const held = new Map<string, (() => void)[]>();

/**
 * Takes a place for a wait of a container; where all are taken, the oldest of them is ended by its `end`. Returns what
 * gives the place back.
 */
export function takeHeldPlace(containerId: string, end: () => void): () => void {
  const ends = held.get(containerId) ?? [];
  held.set(containerId, ends);
  ends.push(end);
  if (ends.length > PLACES) ends.shift()?.();
  return () => {
    const index = ends.indexOf(end);
    if (index >= 0) ends.splice(index, 1);
    if (ends.length === 0) held.delete(containerId);
  };
}
