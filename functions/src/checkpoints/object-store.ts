/** An address for one PUT, and the headers it must carry: they are part of the signature. */
export interface Upload {
  uploadUrl: string;
  headers: Record<string, string>;
}

/** Where checkpoints are kept: objects that are written once; each access needs a signed address of its own. */
export interface CheckpointStore {
  /** A short-lived address for one PUT of at most `size` bytes; a second PUT gets 412. */
  upload(object: string, size: number): Promise<Upload>;
  /** A short-lived address for one GET. */
  downloadUrl(object: string): Promise<string>;
  /** The size of an object in bytes; null when there is none. */
  sizeOf(object: string): Promise<number | null>;
  remove(object: string): Promise<void>;
  /** Removes every object in a folder, if there are any. Throws when the store cannot be asked. */
  removeAll(folder: string): Promise<void>;
}

/** Seconds for which an address is valid: long enough for a large checkpoint on a slow line. */
export const ADDRESS_SECONDS = 15 * 60;

/** What both stores require of an upload: that it is no larger than announced, and replaces nothing. */
export const uploadHeaders = (size: number): Record<string, string> => ({
  'x-goog-content-length-range': `0,${size}`,
  'x-goog-if-generation-match': '0',
});
