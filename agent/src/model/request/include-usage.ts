import { isRecord } from '../../lib/is-record.ts';
import { memberOf, parsedBody, spliced } from './json-member.ts';

/**
 * A streamed chat completion reports its usage only if asked to: returns the request with that added and nothing else
 * changed, byte for byte. A request that is not streamed, or asks already, stays as it is.
 */
export function includeUsage(body: Buffer): Buffer {
  const asked = parsedBody(body);
  if (!isRecord(asked) || asked.stream !== true) return body;
  const options = asked.stream_options;
  if (isRecord(options) && options.include_usage === true) return body;
  const wanted = JSON.stringify({ ...(isRecord(options) ? options : {}), include_usage: true });
  const member = memberOf(body, 'stream_options');
  if (member !== null) return spliced(body, member.value, wanted);
  const inside = body.indexOf('{') + 1;
  return spliced(body, { start: inside, end: inside }, `"stream_options":${wanted},`);
}
