import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { WORKSPACE_FOLDER } from '@countersign/contract';
import { runProgram } from '../lib/run-program.ts';
import { makeWritable } from './agent-user.ts';

/** Where one task's files are while it is worked on. */
export interface Folders {
  root: string;
  /** The agent's working folder. */
  workspace: string;
  /** The agent's home: its session state. */
  home: string;
  /** The agent's scratch space. */
  scratch: string;
  /** What the runner tells the agent; the agent's user may read it. */
  settings: string;
  /** The runner's own: git directories, helper, staging. Closed to the agent's user. */
  runner: string;
}

/** Makes empty folders for a task; the same paths for the same task, because agents find their sessions by path. */
export async function makeFolders(workRoot: string, taskId: string): Promise<Folders> {
  const root = join(workRoot, taskId);
  const folders = {
    root,
    workspace: join(root, WORKSPACE_FOLDER),
    home: join(root, 'home'),
    scratch: join(root, 'tmp'),
    settings: join(root, 'settings'),
    runner: join(root, 'runner'),
  };
  await removeAll(root);
  // The agent's user passes through to its own folders, which are given to it; no other user can read any of them.
  await mkdir(workRoot, { recursive: true, mode: 0o711 });
  await mkdir(root, { mode: 0o711 });
  for (const folder of [folders.settings, folders.runner, folders.workspace, folders.home, folders.scratch])
    await mkdir(folder, { mode: 0o700 });
  return folders;
}

/** Removes them, with everything in them. Throws if somebody keeps a part of them. */
export function removeFolders(folders: Folders): Promise<void> {
  return removeAll(folders.root);
}

/** Removes a folder with everything in it, as an agent may have left it. */
export async function removeAll(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 3 }).catch(async () => {
    // Folders may have become read-only, as caches of packages are.
    await makeWritable(folder).catch(() => undefined);
    // They may lie deeper than the system takes a path, too. This program goes down step by step; `node:fs` does not.
    await runProgram('rm', ['-rf', '--', folder]);
  });
}
