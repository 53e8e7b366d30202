/** A step that the person did not want, and why. */
export interface Rejection {
  itemId: string;
  type: 'tool_call' | 'file_creation' | 'approval_request';
  title: string;
  reason: string;
  /** False if the runner refused without asking the person, for instance because the step is too large to be read. */
  isDecided: boolean;
}
