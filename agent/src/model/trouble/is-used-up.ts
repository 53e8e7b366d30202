/** What a provider says with 429: too much for the moment, or for good. */
export interface TooMuch {
  /** Its words, in full. */
  detail: string;
  /** After how long it may be asked again, by its headers; null if they do not say. */
  retryAfterSeconds: number | null;
}

/** Waits up to this long are worth it: as long as passing trouble may last. */
const WAIT_SECONDS = 30 * 60;

/**
 * True if the provider's 429 says that a quota is used up, so that asking again is pointless until it is raised or
 * renewed. Providers mention quotas, plans and billing for limits per minute too, so more specific signs come first:
 *
 * - money: OpenAI's `insufficient_quota`, credits that are used up;
 * - a daily quota: with it Gemini also says to ask again in seconds, which does not help;
 * - when to ask again, and OpenAI's `rate_limit_exceeded`;
 * - words, those about a minute or a day before any others.
 */
export function isUsedUp({ detail, retryAfterSeconds }: TooMuch): boolean {
  if (MONEY.test(detail) || DAILY_QUOTA.test(detail)) return true;
  const wait = retryAfterSeconds ?? retryDelayIn(detail);
  if (wait !== null) return wait > WAIT_SECONDS;
  const found = words.find(({ pattern }) => pattern.test(detail));
  return found?.isUsedUp ?? false;
}

const MONEY =
  /insufficient_quota|billing_hard_limit|credit balance|(?:out of|insufficient|not enough|used all(?: available)?) credits|spending limit/i;
/** In a Gemini violation: `GenerateRequestsPerDayPerProjectPerModel-FreeTier`, for example. */
const DAILY_QUOTA = /"quotaId"\s*:\s*"[^"]*PerDay/i;

/** The first match decides. */
const words: ReadonlyArray<{ pattern: RegExp; isUsedUp: boolean }> = [
  { pattern: /rate_limit_exceeded|(?:\bper[\s_-]?|\/ ?)(?:sec(?:ond)?|min(?:ute)?)\b|PerMinute/i, isUsedUp: false },
  { pattern: /\bper[\s_-]?day\b|\bdaily\b/i, isUsedUp: true },
  { pattern: /rate[\s_-]?limit/i, isUsedUp: false },
  { pattern: /quota|billing|payment/i, isUsedUp: true },
];

/** Gemini's `RetryInfo`: `"retryDelay": "26s"`. */
function retryDelayIn(detail: string): number | null {
  const said = /"retryDelay"\s*:\s*"(\d+(?:\.\d+)?)s"/.exec(detail)?.[1];
  return said === undefined ? null : Number(said);
}

/** Reads `Retry-After`: seconds, or a date; null if it says nothing. */
export function readRetryAfter(header: string | undefined, now = Date.now()): number | null {
  const said = header?.trim() ?? '';
  if (said === '') return null;
  if (/^\d+(\.\d+)?$/.test(said)) return Number(said);
  const at = Date.parse(said);
  return Number.isNaN(at) ? null : Math.max(0, (at - now) / 1000);
}
