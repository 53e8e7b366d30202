import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Throws an error that says what to install, where a program is not found. */
export function needProgram(program: string, debianPackage: string): void {
  const folders = program.startsWith('/') ? ['/'] : (process.env.PATH ?? '').split(delimiter);
  if (!folders.some((folder) => isExecutable(join(folder, program)))) throw missing(program, debianPackage);
}

export const missing = (what: string, debianPackage: string) =>
  new Error(
    `${what} is missing: \`npm run test:long\` installs it, and so does \`apt-get install ${debianPackage}\` on Debian`,
  );

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
