import { LOG_CHUNK_BYTES, LOG_CHUNKS } from '@countersign/contract';
import { Timestamp } from 'firebase-admin/firestore';
import { transact } from '../../effects/transact.ts';
import type { ContainerLogDocument } from '../../documents/container.ts';
import { containerLogs } from '../../store/firestore.ts';
import { lastLogChunk } from '../../store/queries.ts';
import type { AgentCaller } from '../../tokens/container-token.ts';
import { fenceContainer } from '../../state/fence.ts';
import { redactMore } from './redact.ts';

/**
 * Appends to a container's log, a ring of 16 chunks of 64 KiB. A piece that was appended before is ignored. Secrets are
 * removed, even one that is split between two pieces. Throws `stale_epoch`.
 */
export async function appendLogs(caller: AgentCaller, { seq, text }: { seq: number; text: string }): Promise<void> {
  await transact(async (tx) => {
    await fenceContainer(tx, caller);
    const [last] = await tx.query(lastLogChunk(caller.containerId));
    if (last && last.epoch === caller.epoch && seq <= last.seq) return;
    for (const chunk of addTo(last, text, caller, seq)) tx.set(containerLogs(caller.containerId).doc(chunk.id), chunk);
  });
}

function addTo(
  last: ContainerLogDocument | undefined,
  text: string,
  { epoch, userId }: AgentCaller,
  seq: number,
): ContainerLogDocument[] {
  // What an earlier execution left unfinished does not go on in this one.
  const masking = last?.epoch === epoch ? last.masking : null;
  const redacted = redactMore({ text: last?.text ?? '', masking }, text);
  const parts = splitBytes(redacted.text, LOG_CHUNK_BYTES);
  return parts.map((part, index) => {
    const number = (last?.number ?? 0) + index;
    const isLast = index === parts.length - 1;
    return {
      id: String(number % LOG_CHUNKS),
      userId,
      number,
      epoch,
      seq,
      text: part,
      masking: isLast ? redacted.masking : null,
      createdAt: Timestamp.now(),
    };
  });
}

/** Parts of at most `size` bytes of UTF-8, split at line ends where possible. At least one, which may be empty. */
function splitBytes(text: string, size: number): string[] {
  const parts: string[] = [];
  let rest = Buffer.from(text, 'utf8');
  while (rest.length > size) {
    const newline = rest.lastIndexOf('\n', size - 1);
    let end = newline > size / 2 ? newline + 1 : size;
    while (end > 0 && isContinuation(rest[end])) end -= 1;
    parts.push(rest.subarray(0, end).toString('utf8'));
    rest = rest.subarray(end);
  }
  return [...parts, rest.toString('utf8')];
}

/** True for a byte that continues a character. */
const isContinuation = (byte: number | undefined) => byte !== undefined && (byte & 0xc0) === 0x80;
