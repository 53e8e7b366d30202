/** Reads the options of a command. Throws Stop, with the usage. */
export function readOptions(
  command: 'deploy' | 'doctor' | 'destroy',
  args: string[],
): { project: string; region: string; databaseLocation: string } & Partial<Record<string, string | boolean>>;
