import { createHash } from 'node:crypto';

/** What an approval of a setup command covers: its content, so that a changed command is asked for again. */
export const setupHash = (command: string) => createHash('sha256').update(command).digest('hex');
