import { describe, expect, it } from 'vitest';
import { isUsedUp, readRetryAfter } from './is-used-up.ts';

const openai = (code: string | null, type: string, message: string) =>
  JSON.stringify({ error: { message, type, param: null, code } });

/** Gemini's answer; `quotaIds` are the quotas exceeded. */
function gemini(quotaIds: string[], retryDelay: string): string {
  const message =
    'You exceeded your current quota, please check your plan and billing details. For more information on this error, head to: ' +
    `https://ai.google.dev/gemini-api/docs/rate-limits.\n* Quota exceeded for metric: generate_content_free_tier_requests, limit: 10\nPlease retry in ${retryDelay}.`;
  const violations = quotaIds.map((quotaId) => ({ quotaMetric: 'generate_content_free_tier_requests', quotaId }));
  const details = [
    { '@type': 'type.googleapis.com/google.rpc.QuotaFailure', violations },
    { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay },
  ];
  return JSON.stringify({ error: { code: 429, message, status: 'RESOURCE_EXHAUSTED', details } }, null, 2);
}

const OLD_OPENAI =
  'Rate limit reached for gpt-4 in organization org-x on requests per min. Limit: 3 / min. Please try again in 20s. Please add a payment ' +
  'method to your account to increase your rate limit. Visit https://platform.openai.com/account/billing to add a payment method.';
const EXCEEDED = 'You exceeded your current quota, please check your plan and billing details.';

describe('a limit that passes by itself is no used-up quota', () => {
  it.each<[provider: string, detail: string, retryAfterSeconds: number | null]>([
    ['OpenAI, a minute', openai('rate_limit_exceeded', 'requests', OLD_OPENAI), null],
    ['OpenAI, a minute, without a code', openai(null, 'requests', OLD_OPENAI), null],
    [
      'OpenAI, tokens a minute',
      openai(
        'rate_limit_exceeded',
        'tokens',
        'Rate limit reached for gpt-4o on tokens per min (TPM): Limit 30000, Used 29000. Visit https://platform.openai.com/account/rate-limits',
      ),
      null,
    ],
    ['Gemini, a minute', gemini(['GenerateRequestsPerMinutePerProjectPerModel-FreeTier'], '26.5s'), null],
    [
      'Gemini, asked in OpenAI’s way',
      `[${gemini(['GenerateContentInputTokensPerModelPerMinute-FreeTier'], '3s')}]`,
      null,
    ],
    [
      'Anthropic, a minute',
      JSON.stringify({
        type: 'error',
        error: {
          type: 'rate_limit_error',
          message:
            'This request would exceed your organization’s rate limit of 40,000 input tokens per minute. Contact sales about a payment plan.',
        },
      }),
      17,
    ],
    [
      'Azure',
      openai(
        '429',
        '',
        'Requests have exceeded the token rate limit of your current S0 pricing tier. Please go here: https://aka.ms/oai/quotaincrease',
      ),
      null,
    ],
    ['OpenRouter, a minute', openai(null, '', 'Rate limit exceeded: free-models-per-min. '), null],
    ['words about a quota, and a time to ask again', openai(null, '', EXCEEDED), 60],
    ['a server of one’s own', 'Too many requests', null],
    ['no words', '', null],
  ])('%s', (_provider, detail, retryAfterSeconds) => {
    expect(isUsedUp({ detail, retryAfterSeconds })).toBe(false);
  });
});

describe('a limit that does not pass by itself is one', () => {
  it.each<[provider: string, detail: string, retryAfterSeconds: number | null]>([
    ['OpenAI, no money', openai('insufficient_quota', 'insufficient_quota', EXCEEDED), null],
    [
      'OpenAI, no money, whenever it may be asked again',
      openai('insufficient_quota', 'insufficient_quota', EXCEEDED),
      2,
    ],
    [
      'OpenAI, a limit of one’s own',
      openai('billing_hard_limit_reached', 'x', 'Billing hard limit has been reached'),
      null,
    ],
    ['Gemini, a day', gemini(['GenerateRequestsPerDayPerProjectPerModel-FreeTier'], '49s'), null],
    [
      'Gemini, a day and a minute',
      gemini(
        ['GenerateRequestsPerMinutePerProjectPerModel-FreeTier', 'GenerateRequestsPerDayPerProjectPerModel-FreeTier'],
        '9s',
      ),
      null,
    ],
    [
      'OpenRouter, a day',
      openai(null, '', 'Rate limit exceeded: free-models-per-day. Add 10 credits to unlock more'),
      null,
    ],
    ['a subscription that is renewed in hours', openai(null, 'rate_limit_error', 'Please try again later.'), 4 * 3600],
    [
      'credits',
      openai(null, '', 'Your team has used all available credits or reached its monthly spending limit'),
      null,
    ],
    ['words alone', openai(null, '', EXCEEDED), null],
  ])('%s', (_provider, detail, retryAfterSeconds) => {
    expect(isUsedUp({ detail, retryAfterSeconds })).toBe(true);
  });
});

it.each([
  ['20', 20],
  ['0.5', 0.5],
  ['Wed, 21 Oct 2026 07:28:30 GMT', 30],
  ['Wed, 21 Oct 2026 07:00:00 GMT', 0],
  ['soon', null],
  ['', null],
  [undefined, null],
])('reads Retry-After: %s', (header, seconds) => {
  expect(readRetryAfter(header, Date.UTC(2026, 9, 21, 7, 28, 0))).toBe(seconds);
});
