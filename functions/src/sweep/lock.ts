import { read } from '../store/data.ts';
import { sweepLocks } from '../store/firestore.ts';

/** Its holder sweeps alone, or restores a backup. */
export const lock = () => sweepLocks().doc('sweep');

/**
 * Whether a backup is being restored, or a restore was interrupted and must be repeated: there may be documents whose
 * owners have no account yet.
 */
export const isBeingRestored = async (): Promise<boolean> => ((await read(lock()))?.restore ?? null) !== null;
