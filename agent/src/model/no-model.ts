import type { IncomingMessage } from 'node:http';
import type { ModelFailure } from './model-trouble.ts';

/**
 * Calls `onReply` for what may be a model's reply, otherwise `onFailure`. An address that is off by a word is often
 * answered with the pages of a web site, or sends its callers on: an agent that takes a page for an empty reply asks
 * again and again, and one that follows leaves the proxy, and does not have the real key there.
 */
export function tellReplyFromPage(
  reply: IncomingMessage,
  onReply: () => void,
  onFailure: (failure: ModelFailure) => void,
): void {
  const { statusCode: status = 502, headers } = reply;
  const fail = (detail: string) => onFailure({ status, detail });
  if (status >= 300) return fail(`it sends callers on to ${headers.location ?? 'nowhere'}`);
  if (!/^text\/html\b/i.test(headers['content-type'] ?? '')) return onReply();
  reply.once('readable', () => {
    // Some endpoints name a type at random: the words decide.
    const begin = reply.read() as Buffer | null;
    if (begin !== null) reply.unshift(begin);
    if (begin === null || /^\s*</.test(begin.toString('latin1'))) fail('a web page answers there');
    else onReply();
  });
  reply.once('error', () => fail('a web page answers there'));
}
