import { DomainError } from './errors.ts';

interface Line {
  atWork: number;
  waiting: Set<() => void>;
}
const lines = new Map<string, Line>();

/** Milliseconds that work waits for its turn. */
const PATIENCE_MS = 15_000;
const RETRY_SECONDS = 5;

/**
 * Runs work with the same key within this instance, `most` at a time; the others wait in order. Throws `rate_limited`
 * for what has waited for `patienceMs`.
 */
export async function fewAtOnce<T>(
  key: string,
  most: number,
  work: () => Promise<T>,
  patienceMs = PATIENCE_MS,
): Promise<T> {
  const line = lines.get(key) ?? { atWork: 0, waiting: new Set() };
  lines.set(key, line);
  if (line.atWork < most) line.atWork += 1;
  else await myTurn(line, patienceMs);
  try {
    return await work();
  } finally {
    const [next] = line.waiting;
    // Whoever is next takes the place over.
    if (next) next();
    else line.atWork -= 1;
    if (line.atWork === 0) lines.delete(key);
  }
}

function myTurn({ waiting }: Line, patienceMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const begin = () => {
      clearTimeout(timer);
      waiting.delete(begin);
      resolve();
    };
    const timer = setTimeout(() => {
      waiting.delete(begin);
      reject(tooMany());
    }, patienceMs);
    waiting.add(begin);
  });
}

const tooMany = () =>
  new DomainError('rate_limited', `Too many calls at the same time. Try again in ${RETRY_SECONDS} seconds.`, {
    retryAfterSeconds: RETRY_SECONDS,
  });
