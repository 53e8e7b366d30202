import { randomInt } from 'node:crypto';
import { startFirestore, type FirestoreEmulator, type FirestoreOptions } from '../firestore-emulator.ts';
import { freePort } from '../lib/ports.ts';
import { startFirestoreFilter } from './firestore-filter.ts';

export interface FilteredFirestore extends FirestoreEmulator {
  /** `host:port` for everybody but the functions: the filter's. */
  openHost: string;
  closeFilter: () => Promise<void>;
}

/**
 * A Firestore emulator behind a filter, which listens on the port and admits only pages of these origins. An emulator
 * that was already running is as open as its starter left it.
 */
export async function startFilteredFirestore(
  options: Omit<FirestoreOptions, 'address'>,
  origins: string[],
): Promise<FilteredFirestore> {
  const { port } = options;
  const emulator = await startFirestore({ ...options, address: hiddenAddress(), port: await freePort() });
  const { host, service } = emulator;
  if (service === undefined) return { host, openHost: host, closeFilter: async () => undefined };
  const filter = await startFirestoreFilter({ port, emulator: host, origins }).catch(async (error: unknown) => {
    await service.stop(0);
    throw error;
  });
  return { host, service, openHost: `127.0.0.1:${port}`, closeFilter: filter.close };
}

/**
 * A page could find a port of 127.0.0.1 by trying all of them, but not on one of the 16 million loopback addresses that
 * Linux has. Other systems have only the one.
 */
function hiddenAddress(): string {
  if (process.platform !== 'linux') return '127.0.0.1';
  return `127.${randomInt(1, 255)}.${randomInt(256)}.${randomInt(1, 255)}`;
}
