import { createReadStream, createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Writes things into a file as lines of JSON, for its owner alone, and answers how many. */
export async function writeLines<T>(file: string, all: AsyncIterable<T>) {
  let count = 0;
  async function* lines() {
    for await (const thing of all) {
      count += 1;
      yield `${JSON.stringify(thing)}\n`;
    }
  }
  await pipeline(Readable.from(lines()), createWriteStream(file, { mode: 0o600, flags: 'wx' }));
  return count;
}

/** The things of such a file, one after the other. */
export async function* readLines<T>(file: string): AsyncGenerator<T> {
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity }))
    yield JSON.parse(line) as T;
}
