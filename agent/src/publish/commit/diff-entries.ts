/** A changed path, and what was there before. */
export interface Entry {
  mode: string;
  object: string;
  path: string;
  /** What is there now. */
  now: { mode: string; object: string };
}

/** Reads `git diff --raw -z`. */
export function entriesIn(raw: string): Entry[] {
  const parts = raw.split('\0');
  return parts.flatMap((part, index) => {
    const [, mode = '', modeNow = '', object = '', objectNow = ''] =
      /^:(\d{6}) (\d{6}) ([0-9a-f]+) ([0-9a-f]+) /.exec(part) ?? [];
    const now = { mode: modeNow, object: objectNow };
    return index % 2 === 0 && mode !== '' ? [{ mode, object, path: parts[index + 1] ?? '', now }] : [];
  });
}
