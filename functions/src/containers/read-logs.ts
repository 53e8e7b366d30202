import { createHash } from 'node:crypto';
import { LOG_CHUNKS, type ContainerLogs } from '@countersign/contract';
import { list } from '../store/data.ts';
import type { ContainerLogDocument } from '../documents/container.ts';
import { Positioned } from '../lib/positioned.ts';
import { containerLogs } from '../store/firestore.ts';
import { logChunksFrom } from '../store/queries.ts';
import { readOwnContainer } from '../own/read-own-container.ts';

const CUT_LINE = '[Earlier lines are gone: the log keeps its last MiB.]\n';

/**
 * The log as one text, even of a container that has ended or was deleted; with a position, only what came after it. If
 * it has no lines, `message` says why: the start error, or that nothing was written yet. Throws `not_found`.
 */
export async function readLogs(
  userId: string,
  id: string,
  position: string | null,
): Promise<Positioned<ContainerLogs>> {
  const { message } = await readOwnContainer(userId, id);
  const asked = readPosition(position);
  const news = asked && textAfter(asked, byNumber(await list(logChunksFrom(id, asked.number))));
  if (news) return new Positioned({ logs: news.text, message }, news.position, true);
  const chunks = byNumber(await list(containerLogs(id).limit(LOG_CHUNKS)));
  const isCut = (chunks[0]?.number ?? 0) > 0;
  const logs = (isCut ? CUT_LINE : '') + chunks.map(({ text }) => text).join('');
  return new Positioned({ logs, message }, writePosition(chunks.at(-1)), false);
}

const byNumber = (chunks: ContainerLogDocument[]) => chunks.sort((a, b) => a.number - b.number);

/** The end of a log as it was: the number of the last chunk, its length in characters, and a digest of them. */
interface Position {
  number: number;
  length: number;
  digest: string;
}

/**
 * Null where the ring has dropped the position's chunk, or text before it was masked since: the whole log must be shown
 * again.
 */
function textAfter(
  { number, length, digest }: Position,
  chunks: ContainerLogDocument[],
): { text: string; position: string | null } | null {
  const [first, ...others] = chunks;
  if (first?.number !== number || digestOf(first.text.slice(0, length)) !== digest) return null;
  const text = first.text.slice(length) + others.map((chunk) => chunk.text).join('');
  return { text, position: writePosition(chunks.at(-1)) };
}

const writePosition = (last: ContainerLogDocument | undefined) =>
  last ? `${last.number}.${last.text.length}.${digestOf(last.text)}` : null;

/** Null for no position, and for one that is not ours. */
function readPosition(position: string | null): Position | null {
  const [, number, length, digest] = /^(\d{1,9})\.(\d{1,9})\.([0-9a-f]{16})$/.exec(position ?? '') ?? [];
  return digest === undefined ? null : { number: Number(number), length: Number(length), digest };
}

const digestOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16);
