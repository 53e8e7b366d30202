import { createHash } from 'node:crypto';

/** What an approval of a setup command is about: its content, so that a changed one is asked for anew. */
export const setupHash = (command: string) => createHash('sha256').update(command).digest('hex');
