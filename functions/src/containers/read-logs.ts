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
 * The log as one text, also of a container that ended or was deleted; with a position, only what came after it. Without a
 * line it says why in `message`: the start error, or that nothing was written yet. Throws `not_found`.
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

/** The end of a log as it was: a chunk, how many characters of it there were, and which. */
interface Position {
  number: number;
  length: number;
  digest: string;
}

/** Null where the ring has gone on beyond the position, or what stood before it was masked since: all of it is to be shown anew. */
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

/** Null for none, and for one that is not ours. */
function readPosition(position: string | null): Position | null {
  const [, number, length, digest] = /^(\d{1,9})\.(\d{1,9})\.([0-9a-f]{16})$/.exec(position ?? '') ?? [];
  return digest === undefined ? null : { number: Number(number), length: Number(length), digest };
}

const digestOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16);
