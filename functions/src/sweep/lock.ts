import { read } from '../store/data.ts';
import { sweepLocks } from '../store/firestore.ts';

/** Whoever holds it sweeps alone, or restores a backup. */
export const lock = () => sweepLocks().doc('sweep');

/**
 * Whether a backup is being restored, or a restore broke off and waits to be repeated: documents are there then whose owners have
 * no account yet.
 */
export const isBeingRestored = async (): Promise<boolean> => ((await read(lock()))?.restore ?? null) !== null;
