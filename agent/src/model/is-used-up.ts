/** What a provider says with 429: too much for the moment, or for good. */
export interface TooMuch {
  /** Its words, whole. */
  detail: string;
  /** After how long it may be asked again, as its headers say; null where they do not. */
  retryAfterSeconds: number | null;
}

/** What may be asked again within this time is waited for; it is as long as trouble that passes may last. */
const WAIT_SECONDS = 30 * 60;

/**
 * True where the provider's 429 says that a quota is used up: nothing comes of asking again until it is raised or renewed. Providers speak
 * of quotas, plans and billing at limits of a minute, too, so what says more comes first:
 *
 * - money: OpenAI's `insufficient_quota`, credits that are used up;
 * - a quota of a day: Gemini tells with it, too, to ask again after seconds, which does not help;
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

/** The first that fits decides. */
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

/** Reads `Retry-After`: seconds, or a date; null where it says nothing. */
export function readRetryAfter(header: string | undefined, now = Date.now()): number | null {
  const said = header?.trim() ?? '';
  if (said === '') return null;
  if (/^\d+(\.\d+)?$/.test(said)) return Number(said);
  const at = Date.parse(said);
  return Number.isNaN(at) ? null : Math.max(0, (at - now) / 1000);
}
