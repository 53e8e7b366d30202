import { LOG_CHUNKS, type ContainerLogs } from '@countersign/contract';
import { list } from '../data.ts';
import { containerLogs } from '../firestore.ts';
import { findContainer } from './find-container.ts';

const CUT_LINE = '[Earlier lines are gone: the log keeps its last MiB.]\n';

/**
 * The log as one text, also of a container that ended or was deleted. Without a line it says why in `message`: the
 * start error, or that nothing was written yet. Throws `not_found`.
 */
export async function readLogs(userId: string, id: string): Promise<ContainerLogs> {
  const container = await findContainer(userId, id);
  const chunks = (await list(containerLogs(id).limit(LOG_CHUNKS))).sort((a, b) => a.number - b.number);
  if (chunks.length === 0) return { logs: '', message: container.message };
  const isCut = (chunks[0]?.number ?? 0) > 0;
  return { logs: (isCut ? CUT_LINE : '') + chunks.map(({ text }) => text).join(''), message: container.message };
}
