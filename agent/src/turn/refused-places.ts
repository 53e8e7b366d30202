import { join, relative, resolve } from 'node:path';
import type { ToolCall } from '@agentclientprotocol/sdk';
import { shownName } from '../lib/file-names.ts';
import type { Checkout } from '../workspace/git/checkout.ts';
import { leadsInside } from '../workspace/leads-inside.ts';
import { shownPath } from './shown/shown-change.ts';
import { placesWrittenBy } from './tool-call.ts';
import { withWholeChanges } from './shown/whole-changes.ts';

export interface Places {
  workspace: string;
  /** The folders whose files are saved and published. */
  checkouts: ReadonlyArray<Pick<Checkout, 'folder' | 'submodules'>>;
}

async function submoduleOf(place: string, checkouts: Places['checkouts']): Promise<string | null> {
  for (const { folder, submodules } of checkouts) {
    for (const { path } of submodules ?? []) if (await leadsInside(join(folder, path), place)) return shownName(path);
  }
  return null;
}

const either = new Intl.ListFormat('en', { type: 'disjunction' });

/**
 * Why a call is refused without asking; null if it may be asked about. A change outside the workspace is refused: a
 * link of the repository could make it look like one inside. So is a change beside the repositories when these are
 * below the workspace: it would be lost with the container, and never published.
 */
export async function refusalOf(asked: ToolCall, { workspace, checkouts }: Places): Promise<string | null> {
  const folders = checkouts.map(({ folder }) => folder);
  for (const path of placesWrittenBy(await withWholeChanges(asked, workspace))) {
    if (!(await leadsInside(workspace, path))) {
      return `${shownPath(path, workspace)} leads out of the workspace. Only files inside of it can be changed.`;
    }
    const place = resolve(workspace, path);
    const submodule = await submoduleOf(place, checkouts);
    if (submodule !== null) {
      return `${shownPath(path, workspace)} lies in the submodule ${submodule}, which can only be read here: changes in it are neither saved nor published.`;
    }
    const isKept = await Promise.all(folders.map((folder) => leadsInside(folder, place)));
    if (isKept.includes(true)) continue;
    const names = folders.map((folder) => `${relative(workspace, folder)}/`);
    return `${shownPath(path, workspace)} is neither saved nor published. Write into ${either.format(names)} instead.`;
  }
  return null;
}
