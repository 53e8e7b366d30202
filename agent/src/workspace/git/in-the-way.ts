import { dirname } from 'node:path';

/** The branch below which that of a task cannot be: to git it is a file where the other one needs a folder. */
export const branchInTheWay = (branch: string) => dirname(branch);

/** A sentence about a repository that has it. */
export const wordsInTheWay = (name: string, branch: string) =>
  `${name} has a branch "${branchInTheWay(branch)}", and git allows none below it, such as ${branch}, which tasks push to. ${rename}`;

/** The same of one below that of a task: it makes a folder of it. */
export const wordsBelow = (name: string, below: string, branch: string) =>
  `${name} has a branch "${below}", and git allows no branch ${branch} above it, to which this task is pushed. ${rename}`;

const rename = 'Rename it at GitHub, and reopen the task.';
