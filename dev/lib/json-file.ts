import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Reads a JSON file and parses it with `parse`; undefined when there is none. Throws when it is not what `parse` expects. */
export function readJsonFile<T>(path: string, parse: (value: unknown) => T): T | undefined {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
  return parse(JSON.parse(text));
}

/** Replaces a JSON file in one step, so that a process killed while writing leaves the old one whole. */
export function writeJsonFile(path: string, value: unknown): void {
  mkdirSync(dirname(path), { recursive: true });
  const part = `${path}.${process.pid}.part`;
  writeFileSync(part, JSON.stringify(value, null, 2), { mode: 0o600 });
  renameSync(part, path);
}
