import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { hasCode } from './errors.ts';
import { StartError } from './start-error.ts';

/**
 * Reads a JSON file and parses it with `parse`; undefined if there is none. Throws a StartError if it is not what
 * `parse` expects.
 */
export function readJsonFile<T>(path: string, parse: (value: unknown) => T): T | undefined {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
  try {
    return parse(JSON.parse(text));
  } catch (cause) {
    throw new StartError(`${path} is damaged: put a copy of it back, or move it away.`, { cause });
  }
}

/** The same for a file that is dispensable: a damaged one counts as none. */
export function readJsonFileIfWhole<T>(path: string, parse: (value: unknown) => T): T | undefined {
  try {
    return readJsonFile(path, parse);
  } catch (error) {
    if (error instanceof StartError) return undefined;
    throw error;
  }
}

/** Replaces a JSON file in one step, so that a kill or a power failure while writing leaves the old one whole. */
export function writeJsonFile(path: string, value: unknown): void {
  mkdirSync(dirname(path), { recursive: true });
  const part = `${path}.${process.pid}.part`;
  const file = openSync(part, 'w', 0o600);
  try {
    writeFileSync(file, JSON.stringify(value, null, 2));
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(part, path);
}
