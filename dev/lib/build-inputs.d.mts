export interface Target {
  workspace: string;
  /** The file that says that it was built. */
  output: string;
  inputs: string[];
}
export const targets: Target[];
/** Where it is noted of which files each was built, by a hash. */
export function stampFile(root: string): string;
/** A hash over names and bytes of all input files of a target; tests are no input. */
export function hashOfInputs(root: string, target: Target): string;
/** How what is built of a workspace stands to the files that are there. */
export function stateOfBuild(root: string, workspace: string): 'current' | 'older' | 'missing';
