/**
 * The ways in which agents ask a model: OpenAI's chat completions and responses, Anthropic's messages, Google's
 * generateContent. `other` is what else a model answers at once, such as embeddings.
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
/** What else a model answers at once. */
const otherPaths = [/\/completions$/, /\/embeddings$/, /:(?:embedContent|batchEmbedContents)$/, /\/rerank$/];
/** Which models there are, and what each is. */
const listPaths = [/\/models(?:\/.+)?$/];

/** They read something; no agent sends a body with them. */
const freeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/** Whether a request of this method has a body to pass on. */
export const hasBody = (method: string) => method === 'POST';

/** Whether agents use this method at all. What is sent with TRACE, for instance, comes back, the key included. */
export const isServed = (method: string) => freeMethods.has(method) || hasBody(method);

/**
 * Whether a request is about a model. The real key opens more: files, batches and earlier answers, of everybody who uses
 * this deployment, and work that is paid for later and is counted nowhere here.
 */
export function isOfModel(method: string, pathname: string): boolean {
  const asking = [...paths.map(([known]) => known), ...countingPaths, ...otherPaths];
  return (freeMethods.has(method) ? listPaths : asking).some((known) => known.test(withoutSlash(pathname)));
}

const withoutSlash = (pathname: string) => pathname.replace(/\/+$/, '');

/** How a request asks the model; null if it asks none, and so uses nothing. */
export function styleOf(method: string, pathname: string): ModelStyle | null {
  const path = withoutSlash(pathname);
  if (freeMethods.has(method) || countingPaths.some((counting) => counting.test(path))) return null;
  return paths.find(([known]) => known.test(path))?.[1] ?? 'other';
}

/** Refusals that the proxy itself gives in the model's stead. */
const kinds = {
  429: { openai: ['tokens', 'rate_limit_exceeded'], anthropic: 'rate_limit_error', google: 'RESOURCE_EXHAUSTED' },
  400: {
    openai: ['invalid_request_error', 'unsupported_parameter'],
    anthropic: 'invalid_request_error',
    google: 'INVALID_ARGUMENT',
  },
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
