import type { TaskItemType, ToolKind } from '@countersign/contract';

/** What an agent asks for, as far as it says what is done. */
export interface Act {
  type: TaskItemType;
  toolKind: ToolKind | null;
  parameters: unknown;
  filePath: string | null;
  /** What a file is to hold, or at least its beginning; null where the request brings no file. */
  fileContent: string | null;
}

/** Whether a file is to be written: a patch that is published comes as one, too. */
export const bringsFile = ({ type, fileContent }: Act) => type === 'file_creation' || fileContent !== null;
