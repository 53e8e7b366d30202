import type { AgentRepository } from '@countersign/contract/agent';

/** True where names that differ in case alone are one folder. */
const IS_ONE_CASE = process.platform === 'darwin';

/**
 * A folder name for each of several repositories: its own; if an earlier one has that, the owner before it; if an
 * earlier one has that too, a number after it. In the same order the names stay the same, as the agent of a task that
 * goes on knows them.
 */
export function repositoryFolders<R extends Pick<AgentRepository, 'owner' | 'name'>>(
  repositories: readonly R[],
  isOneCase = IS_ONE_CASE,
): { repository: R; name: string }[] {
  const taken = new Set<string>();
  const keyOf = (name: string) => (isOneCase ? name.toLowerCase() : name);
  return repositories.map((repository) => {
    const long = folderName(`${repository.owner}-${repository.name}`);
    let name = folderName(repository.name);
    for (let number = 1; taken.has(keyOf(name)); number += 1) name = number === 1 ? long : `${long}-${number}`;
    taken.add(keyOf(name));
    return { repository, name };
  });
}

/** Turns a name that people typed into a folder name: no path, nothing hidden. */
function folderName(name: string): string {
  return name.replace(/[^\w.-]+/g, '-').replace(/^[.-]+/, '') || 'repository';
}
