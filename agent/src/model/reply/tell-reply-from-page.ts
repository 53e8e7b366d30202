import type { IncomingMessage } from 'node:http';
import type { ModelFailure } from '../trouble/model-trouble.ts';

/**
 * Calls `onReply` for what may be a model's reply, otherwise `onFailure`; one of them, once. An address that is off by a
 * word is often answered with the pages of a web site, or sends its callers on: an agent that takes a page for an empty
 * reply asks again and again, and one that follows leaves the proxy, and does not have the real key there.
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
  let begin = Buffer.alloc(0);
  const tell = (isPage: boolean) => {
    reply.off('readable', look).off('end', isEmpty).off('error', breakOff);
    if (isPage) return fail('a web page answers there');
    if (begin.length > 0) reply.unshift(begin);
    onReply();
  };
  const look = () => {
    begin = Buffer.concat([begin, (reply.read() as Buffer | null) ?? Buffer.alloc(0)]);
    const first = /\S/.exec(begin.toString('latin1').replace(BYTE_ORDER_MARK, ''))?.[0];
    // Some endpoints name a type at random: the words decide, which need not come at once.
    if (first !== undefined || begin.length > BLANKS_MAX) tell(first === '<');
  };
  const isEmpty = () => tell(true);
  // Of one that breaks off before, or whose agent leaves, nothing says what it was to be.
  const breakOff = () => tell(false);
  reply.on('readable', look).on('end', isEmpty).on('error', breakOff);
}

/** Bytes without a word, after which it is not waited for any longer. */
const BLANKS_MAX = 4_096;
/** Before a page, as before any text, these bytes may stand; read as Latin-1. */
const BYTE_ORDER_MARK = /^\u00ef\u00bb\u00bf/;
