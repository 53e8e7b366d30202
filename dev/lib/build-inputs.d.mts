export interface Target {
  workspace: string;
  /** What is made; the first says that it was. */
  outputs: string[];
  inputs: string[];
}
export const targets: Target[];
/** Where it is noted of which files each was built, and what it was, by hashes. */
export function stampFile(root: string): string;
/** A hash over names and bytes of all input files of a target; tests are no input. */
export function hashOfInputs(root: string, target: Target): string;
/** What is recorded of a build that is there now, made from `inputs`. */
export function stampOf(root: string, target: Target, inputs?: string): string;
/** How what is built of a workspace stands to the files that are there. */
export function stateOfBuild(root: string, workspace: string): 'current' | 'older' | 'missing';
