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
 * A Firestore emulator behind a filter, which stands at the port and lets in only pages of these origins. One that was running before is as open as
 * whoever started it lets it be.
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
 * A page could find a port of 127.0.0.1 by trying all of them, but not that of one among 16 million addresses, which Linux has for itself.
 * Elsewhere there is but the one.
 */
function hiddenAddress(): string {
  if (process.platform !== 'linux') return '127.0.0.1';
  return `127.${randomInt(1, 255)}.${randomInt(256)}.${randomInt(1, 255)}`;
}
