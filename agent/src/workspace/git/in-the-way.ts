import { dirname } from 'node:path';

/** The branch beside which that of a task cannot be: to git it is a file where the other one needs a folder. */
export const branchInTheWay = (branch: string) => dirname(branch);

/** A sentence about a repository that has it. */
export const wordsInTheWay = (name: string, branch: string) =>
  `${name} has a branch "${branchInTheWay(branch)}", and git allows none below it, such as ${branch}, which tasks push to. Rename it at GitHub, and reopen the task.`;
