/** A step that the person did not want, and why. */
export interface Rejection {
  itemId: string;
  type: 'tool_call' | 'file_creation' | 'approval_request';
  title: string;
  reason: string;
  /** False where the runner refused without asking the person, for instance what is too large to be read. */
  isDecided: boolean;
}
