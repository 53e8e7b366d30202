const HEADER = 'X-Countersign-Release';

/** Which release of the server answered last; null before the first answer. */
let last: string | null = null;
const listeners = new Set<() => void>();

/** Looks at which release a reply is of, and tells where it is another one than that of the reply before. */
export function noteRelease({ headers }: Response): void {
  const told = headers.get(HEADER);
  if (told === null) return;
  const isNew = last !== null && told !== last;
  last = told;
  if (isNew) for (const listener of listeners) listener();
}

/** Calls `listener` whenever the server turns out to be of another release. Answers the way to stop that. */
export function onNewRelease(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
