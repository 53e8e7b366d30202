import { stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fullName } from '../../lib/full-name.ts';
import type { TaskRun } from '../task-run.ts';

/** Where the setup command runs. */
export interface SetupPlace {
  folder: string;
  /** The same from the working folder; empty for the working folder itself. */
  cwd: string;
  /** The repository that it is in, for people. */
  name: string;
}

type Placed = Pick<TaskRun, 'task' | 'workspace'>;

/** The project's folder in the first repository that has it; null if none has. */
export async function findSetupPlace({ task, workspace }: Placed): Promise<SetupPlace | null> {
  for (const checkout of workspace.checkouts) {
    const folder = join(checkout.folder, task.settings?.folder ?? '.');
    const found = await stat(folder).catch(() => null);
    if (!found?.isDirectory()) continue;
    return { folder, cwd: relative(workspace.folders.workspace, folder), name: nameOf(checkout) };
  }
  return null;
}

/** Says that there is no such folder. */
export function noFolder({ task, workspace }: Placed): string {
  const where = workspace.checkouts.map(nameOf).join(' or ');
  return `There is no folder "${task.settings?.folder}" in ${where}. Correct it in the project's settings, and reopen the task.`;
}

function nameOf({ repository }: TaskRun['workspace']['checkouts'][number]): string {
  return repository === null ? 'the empty workspace' : fullName(repository);
}
