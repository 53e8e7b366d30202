import { database } from './database.ts';

/** Enough for a real agent on a busy machine. */
const LIMIT_MS = 120_000;

/** What a project's tasks ask, one question after the other; null when no task is left. Listens instead of polling. */
export function questionsOf(projectId: string) {
  const asked: { id: string; hash: string }[] = [];
  let isWorking: boolean | null = null;
  let heard: () => void = () => undefined;
  const ofProject = (name: string) => database().collection(name).where('projectId', '==', projectId);
  const stops = [
    ofProject('taskItems')
      .where('needsApproval', '==', true)
      .where('isApproved', '==', null)
      .onSnapshot((snapshot) => {
        const added = snapshot.docChanges().filter(({ type }) => type === 'added');
        asked.push(...added.map(({ doc }) => ({ id: doc.id, hash: String(doc.get('hash')) })));
        heard();
      }),
    ofProject('tasks').onSnapshot(({ docs }) => {
      const isLeft = docs.some((doc) => !['completed', 'failed'].includes(String(doc.get('status'))));
      // Before the task is created there is none.
      if (isLeft || isWorking !== null) isWorking = isLeft;
      heard();
    }),
  ];
  const change = () =>
    new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('Nothing came of it')), LIMIT_MS);
      heard = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  return {
    async next() {
      while (asked.length === 0 && isWorking !== false) await change();
      return asked.shift() ?? null;
    },
    stop: () => stops.forEach((stop) => stop()),
  };
}
