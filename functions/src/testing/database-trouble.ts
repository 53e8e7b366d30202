import { vi } from 'vitest';
import { db } from '../store/firestore.ts';

/** The one method of Google's library that every unary call passes through, commits included. */
interface Library {
  request(method: string, ...rest: unknown[]): Promise<unknown>;
}

/** What happens to a call; `send` makes it. */
export type Fate = (send: () => Promise<unknown>) => Promise<unknown>;

/** An error as thrown by the database's library. */
const databaseError = (code: number, message = 'Trouble') => Object.assign(new Error(`${code} ${message}`), { code });

/** Gives the next commits these fates, one after the other; later ones are normal. Returns how to end it early. */
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

/** The call does not reach the database. */
export const fails =
  (code: number, message?: string): Fate =>
  () =>
    Promise.reject(databaseError(code, message));

/** The call is carried out, and its reply is lost. */
export const isNotAnswered =
  (code: number): Fate =>
  (send) =>
    send().then(() => Promise.reject(databaseError(code)));

/** There is never a reply. */
export const hangs: Fate = () => new Promise(() => undefined);
