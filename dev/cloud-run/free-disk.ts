import { existsSync } from 'node:fs';
import { lastPart } from './conditions.ts';
import { diskFolder, removeContainer } from './container-process.ts';
import type { Execution, TaskTemplate } from './resources.ts';

/**
 * The name of a disk for an execution that is about to start; nothing is there.
 *
 * In Cloud Run every execution has its files at the same paths, and coding agents look for a conversation by the path of
 * the files that it was about. Here those of one container of the app have the same paths one after the other. If another
 * of them has its disk still, as one that is frozen, or that cannot be removed, an execution has paths of its own.
 */
export function freeDisk(folder: string, { name, template }: Execution, taken: readonly string[]): string {
  const own = lastPart(name);
  for (const disk of [containerId(template) ?? own, own]) {
    if (taken.includes(disk)) continue;
    removeContainer(folder, disk, undefined); // of a server killed in the middle of a start
    if (!existsSync(diskFolder(folder, disk))) return disk;
  }
  return own;
}

/** The app's name for the container, as its environment says; undefined if that could not be the name of a folder. */
function containerId({ containers }: TaskTemplate): string | undefined {
  const id = containers[0]?.env?.find(({ name }) => name === 'CONTAINER_ID')?.value;
  return id !== undefined && /^[\w-]+$/.test(id) ? id : undefined;
}
