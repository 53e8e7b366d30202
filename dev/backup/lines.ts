import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Writes things into a file as lines of JSON, readable by its owner only; resolves with how many. */
export async function writeLines<T>(file: string, all: AsyncIterable<T>) {
  let count = 0;
  async function* lines() {
    for await (const thing of all) {
      count += 1;
      yield `${JSON.stringify(thing)}\n`;
    }
  }
  // Opened here, so that it is closed before a failure reaches the caller, who may remove its folder then.
  const written = await open(file, 'wx', 0o600);
  try {
    await pipeline(Readable.from(lines()), written.createWriteStream());
  } finally {
    await written.close();
  }
  return count;
}

/**
 * The things of such a file, one after the other. Only \n ends a line: `readline` would also split at U+2028 and
 * U+2029, which JSON leaves in texts. Throws if a line is not JSON, and says which.
 */
export async function* readLines<T>(file: string): AsyncGenerator<T> {
  let [number, rest] = [0, ''];
  for await (const chunk of createReadStream(file, 'utf8') as AsyncIterable<string>) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield parsed<T>(file, (number += 1), line);
  }
  if (rest !== '') yield parsed<T>(file, number + 1, rest);
}

function parsed<T>(file: string, number: number, line: string): T {
  try {
    return JSON.parse(line) as T;
  } catch (cause) {
    throw new Error(`Line ${number} of ${file} is no JSON`, { cause });
  }
}
