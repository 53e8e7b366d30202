import { vi } from 'vitest';
import { db } from '../store/firestore.ts';

/** The one method of Google's library that every unary call passes through, commits included. */
interface Library {
  request(method: string, content: Commit, ...rest: unknown[]): Promise<unknown>;
}

/** What is needed of google.firestore.v1.CommitRequest. */
interface Commit {
  writes?: { update?: { name?: string } | null; delete?: string | null }[] | null;
}

/** What happens to a call; `send` makes it. */
export type Fate = (send: () => Promise<unknown>) => Promise<unknown>;

/** An error as thrown by the database's library. */
const databaseError = (code: number, message = 'Trouble') => Object.assign(new Error(`${code} ${message}`), { code });

/**
 * Gives the next commits that write the document with this id these fates, one after the other. All others are normal:
 * an earlier call's effects may still be under way, and would take the fate. Returns how to end it early.
 */
export function troubleCommits(documentId: string, ...fates: Fate[]): () => void {
  const library = db() as unknown as Library;
  const usual = library.request.bind(library);
  const spy = vi.spyOn(library, 'request').mockImplementation((method, content, ...rest) => {
    const send = () => usual(method, content, ...rest);
    const fate = method === 'commit' && writes(content, documentId) ? fates.shift() : undefined;
    return fate ? fate(send) : send();
  });
  return () => spy.mockRestore();
}

function writes(commit: Commit, documentId: string): boolean {
  const names = (commit.writes ?? []).map((write) => write.update?.name ?? write.delete ?? '');
  return names.some((name) => name.endsWith(`/${documentId}`));
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
