import { database } from './database.ts';

const now = () => performance.timeOrigin + performance.now();

/** The reference: a write and a listener of the same SDK on the same emulator, with nothing in between. */
export function bareListener() {
  const document = database().collection('bench').doc('listener');
  let seen: (value: unknown) => void = () => undefined;
  const stop = document.onSnapshot((snapshot) => seen(snapshot.get('value')));
  return {
    stop,
    async write(): Promise<number> {
      const value = now();
      const arrived = new Promise<number>((resolve) => (seen = (got) => got === value && resolve(now())));
      await document.set({ value });
      return (await arrived) - value;
    },
  };
}
