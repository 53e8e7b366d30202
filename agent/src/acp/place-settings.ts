import { chmod, chown, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { removeAll } from '../workspace/folders.ts';
import type { StartOptions } from './agent-process.ts';
import { cleanKept } from './clean-kept.ts';
import { clearSettings } from './clear-settings.ts';
import { writeHomeFile } from './write-home-file.ts';

/**
 * Leaves an agent that is about to start the runner's settings and no others, whatever a setup command, an earlier run
 * or another task has put into its home. Throws ProgramFailed: it must not start then.
 */
export async function placeSettings({
  command,
  settingsInHome,
  cleanKept: programs,
  goesOn,
  folders,
  path,
  user,
  log,
}: PlacedFor): Promise<void> {
  const as = { user, searchPath: path };
  for (const [place, kept] of Object.entries(settingsInHome ?? {})) {
    await clearSettings(folders.home, place, goesOn ? kept : [], as);
  }
  for (const [place, program] of Object.entries(goesOn ? (programs ?? {}) : {})) {
    await cleanKept(folders.home, place, program, { ...as, log, bun: command.bun });
  }
  for (const [file, content] of Object.entries(command.homeFiles ?? {})) {
    await writeHomeFile(folders.home, file, content, as);
  }
  // Without a user of its own, an agent that is not isolated could have written here, too.
  await removeAll(folders.settings);
  await mkdir(folders.settings, { mode: 0o700 });
  if (user !== null) {
    await chown(folders.settings, -1, user.gid);
    await chmod(folders.settings, 0o750);
  }
  for (const [file, content] of Object.entries(command.settingsFiles ?? {})) {
    const place = join(folders.settings, file);
    await mkdir(dirname(place), { recursive: true, mode: 0o755 });
    await writeFile(place, content, { mode: 0o644 });
  }
}

type PlacedFor = Pick<
  StartOptions,
  'command' | 'settingsInHome' | 'cleanKept' | 'goesOn' | 'folders' | 'path' | 'user' | 'log'
>;
