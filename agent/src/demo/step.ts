/** One thing the demo agent does; every step that changes or runs something needs an approval. */
export type Step = ActStep | AskStep;

/** A step that changes or runs something. */
export type ActStep = WriteStep | EditStep | CommandStep;

interface Common {
  id: string;
  status: 'open' | 'done' | 'skipped';
}

export interface WriteStep extends Common {
  kind: 'write';
  path: string;
  content: string;
}

export interface EditStep extends Common {
  kind: 'edit';
  path: string;
  oldText: string;
  newText: string;
}

interface CommandStep extends Common {
  kind: 'command';
  command: string;
}

/** Asks the person, then wants to write the answer to a file. */
export interface AskStep extends Common {
  kind: 'ask';
  question: string;
  path: string;
}

/** The step in a few words, as plan and cards show it. */
export function titleOf(step: Step): string {
  if (step.kind === 'write') return `Create ${step.path}`;
  if (step.kind === 'edit') return `Edit ${step.path}`;
  return step.kind === 'ask' ? step.question : `Run ${step.command}`;
}

/** What was done, for the closing words. */
export function pastOf(step: Step): string {
  if (step.kind === 'write') return `created ${step.path}`;
  if (step.kind === 'edit') return `edited ${step.path}`;
  return step.kind === 'ask' ? `asked “${step.question}”` : `ran ${step.command}`;
}
