/** Why a provider refuses a request where the reason lies in the deployment or the model, not in this request alone. */
type RefusedFor = 'key' | 'money' | 'model' | 'tools' | 'length';

/** How much of a message is looked at: the reason comes first, and what follows may repeat the request. */
const READ = 500;

/** The first match decides. Narrow: any other refusal is for the agent to fix. */
const signs: ReadonlyArray<{ reason: RefusedFor; pattern: RegExp }> = [
  // Google; xAI
  { reason: 'key', pattern: /API_KEY_INVALID|API key (?:not valid|expired)|(?:incorrect|invalid) API key/i },
  // Anthropic; OpenAI
  { reason: 'money', pattern: /credit balance is too low|insufficient_quota|billing_hard_limit_reached/i },
  // Ollama; OpenRouter; vLLM that was started without
  {
    reason: 'tools',
    pattern: /does not support tools|no endpoints found that support tool use|tool choice requires --enable-auto-tool/i,
  },
  // OpenAI and what is compatible with it; Anthropic; Google; llama.cpp
  {
    reason: 'length',
    pattern:
      /context_length_exceeded|exceed_context_size|maximum context length|prompt is too long|exceed(?:s|ed)? (?:the )?(?:available )?context (?:limit|size|length|window)|input token count .{0,40}exceeds/i,
  },
  // OpenAI and what is compatible with it: Ollama, Mistral, DeepSeek, OpenRouter, LiteLLM. A sentence names the model:
  // what else is not found, a tool for instance, is about one request.
  {
    reason: 'model',
    pattern:
      /model_not_found|invalid_model\b|\binvalid model\b|\bmodel:? (["'`])[^"'`\n]{1,120}\1 (?:(?:is|was|does|could) )?not (?:be )?(?:found|exist)\b|^model not exist\b|not a valid model/i,
  },
];

/** The reason in a provider's refusal, with 400 or 404; null if it is another one. */
export function refusedFor(detail: string): RefusedFor | null {
  const said = [messageIn(detail).slice(0, READ), ...codesIn(detail)].join('\n');
  return signs.find(({ pattern }) => pattern.test(said))?.reason ?? null;
}

interface Said {
  error?: { message?: unknown; code?: unknown; type?: unknown; details?: unknown } | string;
  message?: unknown;
}

/** The provider's own sentence in the body of a refusal; empty if there is none. */
export function messageIn(detail: string): string {
  const said = read(detail);
  if (said === undefined) return detail.startsWith('<') ? '' : detail;
  const { error } = said ?? {};
  const message = typeof error === 'string' ? error : (error?.message ?? said?.message);
  return typeof message === 'string' ? message : '';
}

/** The names that a provider has for the error: a code, a type, Google's reasons. */
function codesIn(detail: string): string[] {
  const error = read(detail)?.error;
  if (typeof error !== 'object') return [];
  const details: unknown[] = Array.isArray(error.details) ? error.details : [];
  const reasons = details.map((one) => (one as { reason?: unknown } | null)?.reason);
  return [error.code, error.type, ...reasons].filter((one) => typeof one === 'string');
}

/** Undefined for what is no JSON. */
function read(detail: string): Said | null | undefined {
  try {
    const found = JSON.parse(detail) as Said | Said[] | null;
    // Gemini's OpenAI-compatible endpoint answers with a list of one.
    return Array.isArray(found) ? (found[0] ?? null) : found;
  } catch {
    return undefined;
  }
}
