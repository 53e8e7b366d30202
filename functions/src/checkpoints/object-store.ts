/** An address for one PUT, and the headers it has to carry: they are part of what is signed. */
export interface Upload {
  uploadUrl: string;
  headers: Record<string, string>;
}

/** Where checkpoints are kept: objects that are written once, each act granted by an address of its own. */
export interface CheckpointStore {
  /** A short-lived address for one PUT of at most `size` bytes; 412 answers a second one. */
  upload(object: string, size: number): Promise<Upload>;
  /** A short-lived address for one GET. */
  downloadUrl(object: string): Promise<string>;
  /** Bytes of an object; null when there is none. */
  sizeOf(object: string): Promise<number | null>;
  remove(object: string): Promise<void>;
  /** Removes every object in a folder; fine where there is none, nor a place for any. Throws when it cannot be asked. */
  removeAll(folder: string): Promise<void>;
}

/** Seconds for which an address is good: long enough for a large checkpoint on a slow line. */
export const ADDRESS_SECONDS = 15 * 60;

/** What both stores demand of an upload: that it is no larger than announced, and replaces nothing. */
export const uploadHeaders = (size: number): Record<string, string> => ({
  'x-goog-content-length-range': `0,${size}`,
  'x-goog-if-generation-match': '0',
});
