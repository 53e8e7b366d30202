/** Which release of the server answered last; null before the first answer. */
let last: string | null = null;
let tell = () => {};

/** Looks at which release a reply is of, and tells where it is another one than that of the reply before. */
export function noteRelease({ headers }: Response): void {
  const told = headers.get('X-Countersign-Release') ?? last;
  if (last !== null && told !== last) tell();
  last = told;
}

/** Calls `listener`, and nobody else any more, whenever the server turns out to be of another release. Answers the way to stop that. */
export function onNewRelease(listener: () => void): () => void {
  tell = listener;
  return () => {
    if (tell === listener) tell = () => {};
  };
}
