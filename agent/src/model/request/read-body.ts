import type { IncomingMessage } from 'node:http';

/**
 * A request's body; null if it is longer than `limit` bytes, the most that is kept. It is read to its end nevertheless:
 * many clients read no answer before they have sent everything. Throws when the sender goes away.
 */
export async function readBody(req: IncomingMessage, limit: number): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of req as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes <= limit) chunks.push(chunk);
    else chunks.length = 0;
  }
  return bytes <= limit ? Buffer.concat(chunks) : null;
}
