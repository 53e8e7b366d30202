import { isRecord } from '../../lib/is-record.ts';
import type { ModelFailure } from '../trouble/model-trouble.ts';
import { refusedFor } from '../trouble/refused-for.ts';

/** A status for the names of errors, as their providers pair them; the first match decides. */
const named: ReadonlyArray<[name: RegExp, status: number]> = [
  [/insufficient_quota|billing/i, 402],
  [/api_key|auth/i, 401],
  [/permission/i, 403],
  // What else is not found, such as a picture, is about one request.
  [/^(?:(?:model|deployment)_)?not_found/i, 404],
  [/rate_limit|too_many|resource_exhausted/i, 429],
  [/invalid|context_length|too_large|image_|content_(?:filter|policy)|data_inspection/i, 400],
  [/overloaded/i, 529],
];

/**
 * The failure that one event of a reply reports, or a body that is no stream; null for none. Once a reply has begun,
 * its status can no longer say so: OpenRouter, vLLM and LiteLLM send `{"error": {"message", "code"}}`, Anthropic an
 * event of the type `error`, OpenAI that or a response that has failed. Some endpoints do so from the beginning, with
 * 200.
 */
export function failureIn(sent: Record<string, unknown>): ModelFailure | null {
  const error = errorOf(sent);
  if (error === null) return null;
  const detail = JSON.stringify({ error });
  return { status: statusOf(error) ?? (refusedFor(detail) === null ? 500 : 400), detail, isInReply: true };
}

function errorOf({ type, error, response, choices, message, code }: Record<string, unknown>): unknown {
  if (type === 'error' && !saysAnything(error)) return { message, code };
  const inChoices = (Array.isArray(choices) ? choices : []).filter(isRecord).map((choice) => choice.error);
  return [error, isRecord(response) ? response.error : null, ...inChoices].find(saysAnything) ?? null;
}

/** Some endpoints send the form of an error with each reply, and nothing in it. */
function saysAnything(error: unknown): boolean {
  if (typeof error === 'string') return error !== '';
  return isRecord(error) && Object.values(error).some((value) => value !== null && value !== '' && value !== 0);
}

function statusOf(error: unknown): number | null {
  if (!isRecord(error)) return null;
  const { code, status, type } = error;
  const number = [code, status].map(Number).find((one) => Number.isInteger(one) && one >= 400 && one < 600);
  if (number !== undefined) return number;
  // The code says it more precisely than the type, which may be that of any request.
  for (const name of [code, status, type]) {
    const found = typeof name === 'string' ? named.find(([pattern]) => pattern.test(name)) : undefined;
    if (found !== undefined) return found[1];
  }
  return null;
}
