/**
 * The ways in which agents ask a model: OpenAI's chat completions and responses, Anthropic's messages, Google's
 * generateContent. `other` is anything else that is posted, such as embeddings: nobody knows beforehand what it uses.
 */
export type ModelStyle = 'chat' | 'responses' | 'messages' | 'gemini' | 'other';

const paths: ReadonlyArray<[path: RegExp, style: ModelStyle]> = [
  [/\/chat\/completions$/, 'chat'],
  [/\/responses(?:\/compact)?$/, 'responses'],
  [/\/messages$/, 'messages'],
  [/:(?:generateContent|streamGenerateContent)$/, 'gemini'],
];

/** Posted too, but answered without asking a model. */
const countingPaths = [/\/messages\/count_tokens$/, /:countTokens$/, /\/responses\/input_tokens$/];

/** They read or remove something, such as lists of models; no agent sends a body with them. */
const freeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'DELETE']);
/** They come with a body. */
const bodyMethods: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);

/** Whether a request of this method has a body to pass on. */
export const hasBody = (method: string) => bodyMethods.has(method);

/** Whether agents use this method at all. What is sent with TRACE, for instance, comes back, the key included. */
export const isServed = (method: string) => freeMethods.has(method) || hasBody(method);

/** How a request asks the model; null if it asks none, and so uses nothing. */
export function styleOf(method: string, pathname: string): ModelStyle | null {
  const path = pathname.replace(/\/+$/, '');
  if (freeMethods.has(method) || countingPaths.some((counting) => counting.test(path))) return null;
  return paths.find(([known]) => known.test(path))?.[1] ?? 'other';
}

/** Refusals that the proxy itself gives in the model's stead. */
const kinds = {
  429: { openai: ['tokens', 'rate_limit_exceeded'], anthropic: 'rate_limit_error', google: 'RESOURCE_EXHAUSTED' },
  413: {
    openai: ['invalid_request_error', 'request_too_large'],
    anthropic: 'request_too_large',
    google: 'INVALID_ARGUMENT',
  },
} as const;

/** A refusal in the provider's own form, so that agents show its message and know whether to ask again. */
export function refusalIn(style: ModelStyle, status: keyof typeof kinds, message: string): unknown {
  const { openai, anthropic, google } = kinds[status];
  if (style === 'messages') return { type: 'error', error: { type: anthropic, message } };
  if (style === 'gemini') return { error: { code: status, message, status: google } };
  const [type, code] = openai;
  return { error: { message, type, param: null, code } };
}
