import { isRecord } from '../../lib/is-record.ts';
import { memberOf, parsedBody, spliced } from './json-member.ts';

/** OpenAI's models that reason, however an endpoint names them, e.g. `openai/gpt-5`; not gpt-oss, which others serve. */
const reasoning = /(?:^|\/)(?:gpt-[5-9]|o[1-9](?:$|-))/;

/**
 * OpenAI's models that reason refuse a chat completion with `max_tokens`, which agents send to any endpoint that is
 * "compatible": returns the request with the name that they accept and nothing else changed, byte for byte.
 */
export function nameTokenLimit(body: Buffer): Buffer {
  const asked = parsedBody(body);
  if (!isRecord(asked) || typeof asked.model !== 'string' || !reasoning.test(asked.model)) return body;
  if (!('max_tokens' in asked) || 'max_completion_tokens' in asked) return body;
  const member = memberOf(body, 'max_tokens');
  return member === null ? body : spliced(body, member.key, '"max_completion_tokens"');
}
