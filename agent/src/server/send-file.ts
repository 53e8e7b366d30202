import { agentRoutes, type RecordItem } from '@countersign/contract/agent';
import { asTaskGone, type AgentApi } from './api.ts';

/** Characters of a piece, and what it may take as JSON: below the server's 1 MiB, with room for the step around it. */
const PIECE_CHARACTERS = 700_000;
const PIECE_BYTES = 850 * 1024;
/** A file smaller than this goes with its step. */
const SMALL_BYTES = 90 * 1024;

export interface FileTarget {
  api: AgentApi;
  taskId: string;
  epoch: number;
}

/**
 * Records a step whose file is too large for one request, piece by piece; resolves with the step to send from then on.
 * A step with a small file stays as it is. Throws TaskGone.
 */
export async function sendFile(item: RecordItem, { api, taskId, epoch }: FileTarget): Promise<RecordItem> {
  const { fileContent, ...step } = item;
  if (fileContent == null || bytesOf(fileContent) <= SMALL_BYTES) return item;
  for (const fileContentPiece of piecesOf(fileContent)) {
    const body = { epoch, items: [{ ...step, needsApproval: undefined, fileContentPiece }] };
    await api.call(agentRoutes.putItems, { params: { taskId }, body }).catch(asTaskGone);
  }
  return step;
}

/** Small enough pieces of a text, none of which begins or ends within a character. */
export function piecesOf(text: string): Array<{ at: number; text: string }> {
  const pieces: Array<{ at: number; text: string }> = [];
  for (let at = 0; at < text.length;) {
    let length = PIECE_CHARACTERS;
    while (bytesOf(text.slice(at, at + length)) > PIECE_BYTES) length = Math.floor(length / 2);
    if (isHighSurrogate(text.charCodeAt(at + length - 1)) && at + length < text.length) length -= 1;
    pieces.push({ at, text: text.slice(at, at + length) });
    at += length;
  }
  return pieces;
}

/** Bytes of a value in JSON. */
export function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}

const isHighSurrogate = (code: number) => code >= 0xd800 && code <= 0xdbff;
