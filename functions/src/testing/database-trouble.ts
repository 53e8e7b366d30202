import { vi } from 'vitest';
import { db } from '../store/firestore.ts';

/** The one place in Google's library through which every call passes that is answered at once, commits among them. */
interface Library {
  request(method: string, ...rest: unknown[]): Promise<unknown>;
}

/** What becomes of a call: `send` makes it. */
export type Fate = (send: () => Promise<unknown>) => Promise<unknown>;

/** An error as the database's library throws it. */
const databaseError = (code: number, message = 'Trouble') => Object.assign(new Error(`${code} ${message}`), { code });

/** Lets the next commits meet these fates, one after the other; later ones go as ever. Answers how to end it before. */
export function troubleCommits(...fates: Fate[]): () => void {
  const library = db() as unknown as Library;
  const usual = library.request.bind(library);
  const spy = vi.spyOn(library, 'request').mockImplementation((method, ...rest) => {
    const send = () => usual(method, ...rest);
    const fate = method === 'commit' ? fates.shift() : undefined;
    return fate ? fate(send) : send();
  });
  return () => spy.mockRestore();
}

/** The call is not heard. */
export const fails =
  (code: number, message?: string): Fate =>
  () =>
    Promise.reject(databaseError(code, message));

/** The call is heard, and its answer is lost. */
export const isNotAnswered =
  (code: number): Fate =>
  (send) =>
    send().then(() => Promise.reject(databaseError(code)));

/** There is never an answer. */
export const hangs: Fate = () => new Promise(() => undefined);
