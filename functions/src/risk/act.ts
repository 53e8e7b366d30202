import type { TaskItemType, ToolKind } from '@countersign/contract';

/** What an agent asks to do, as far as the request says. */
export interface Act {
  type: TaskItemType;
  toolKind: ToolKind | null;
  parameters: unknown;
  filePath: string | null;
  /** The file's new content, or at least its beginning; null where the request has none. */
  fileContent: string | null;
}

/** Whether a file is to be written; the patch of a publish request counts as well. */
export const bringsFile = ({ type, fileContent }: Act) => type === 'file_creation' || fileContent !== null;

/** Whether it says nothing of itself but its kind. */
export const isBare = ({ parameters }: Act): boolean =>
  (parameters ?? null) === null ||
  (typeof parameters === 'object' && !Array.isArray(parameters) && Object.keys(parameters as object).length === 0);
