import { db } from '../../store/firestore.ts';

/** Receives an owner's signals, as open pages do. */
export interface News {
  /** Resolves with the next signal. */
  next(): Promise<void>;
  stop(): void;
}

/** Begins to listen. */
export function listenForNews(userId: string): News {
  let heard = () => {};
  let next = new Promise<void>((resolve) => (heard = resolve));
  const stop = db()
    .doc(`signals/${userId}`)
    .onSnapshot(() => {
      heard();
      next = new Promise((resolve) => (heard = resolve));
    });
  return { next: () => next, stop };
}
