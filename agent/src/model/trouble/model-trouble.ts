import { isUsedUp } from './is-used-up.ts';
import { messageIn, refusedFor } from './refused-for.ts';

/** What keeps an agent from its model, in words for the person. */
export interface ModelTrouble {
  kind: 'unreachable' | 'refused' | 'unknown' | 'quota' | 'tools' | 'length' | 'busy' | 'failing';
  title: string;
  /** What happened, and what to do. */
  text: string;
  /** What is said beside it for as long as the agent tries. */
  meanwhile?: string;
  /** True for trouble that may pass by itself: the agent asks again, and is waited for. */
  passes: boolean;
}

/** A call of the model that failed. */
export interface ModelFailure {
  /** Null where there was no reply. */
  status: number | null;
  /** The provider's words, or the connection's. */
  detail: string;
  /** The provider has told of it within a reply, whose own status says nothing of it: `status` stands for its kind. */
  isInReply?: boolean;
  /** After how long it may be asked again, by the provider's headers. */
  retryAfterSeconds?: number | null;
}

/** How many characters of the provider's own words are passed on. */
const DETAIL = 300;

/** The model that is asked; `isNamed`: it is one of MODELS, and `name` what it is called there. */
export interface WatchedModel {
  model: string;
  name?: string | undefined;
  isNamed?: boolean | undefined;
}

/** The settings where a person can fix the trouble. */
function settingsOf({ name, isNamed }: WatchedModel) {
  if (!isNamed) {
    const model = 'MODEL_NAME and MODEL_BASE_URL';
    return { address: 'MODEL_BASE_URL', key: 'MODEL_API_KEY', model, context: 'MODEL_CONTEXT' };
  }
  const of = (field: string) => `the ${field} of "${name}" in MODELS`;
  return { address: of('baseUrl'), key: of('key'), model: of('model'), context: of('context') };
}

/** The trouble that a failure means; null if it concerns the request alone, which is for the agent to fix. */
export function troubleOf(failure: ModelFailure, watched: WatchedModel): ModelTrouble | null {
  const { status, detail, retryAfterSeconds = null } = failure;
  const said = wordsOf(detail);
  const settings = settingsOf(watched);
  if (status === null) {
    const text = `The model's address does not answer${said}. Check ${settings.address}, and whether the model is running.`;
    const meanwhile = 'The agent tries again.';
    return { kind: 'unreachable', title: 'The model cannot be reached', text, meanwhile, passes: true };
  }
  if (status < 400) {
    const text = `No model answers at its address${said}. Check ${settings.address}: it is where the model's interface begins, which often ends in /v1.`;
    return { kind: 'unknown', title: 'The model is not known at its address', text, passes: false };
  }
  const reason = status === 400 || status === 404 ? refusedFor(detail) : null;
  if (status === 402 || reason === 'money' || (status === 429 && isUsedUp({ detail, retryAfterSeconds }))) {
    const text = `The model's provider says that its quota is used up${said}. Raise it there, or wait until it is renewed.`;
    return { kind: 'quota', title: 'The quota of the model is used up', text, passes: false };
  }
  if (status === 401 || status === 403 || reason === 'key') {
    const text = `The model's provider refuses the key with ${status}${said}. Check ${settings.key} of this deployment.`;
    return { kind: 'refused', title: 'The model refuses the key', text, passes: false };
  }
  if (reason === 'tools') {
    const text = `Agents work through tools, which this model does not take${said}. Choose one that does: check ${settings.model} of this deployment.`;
    return { kind: 'tools', title: 'The model cannot use tools', text, passes: false };
  }
  if (reason === 'length') {
    const text = `The agent has sent more than the model takes at once${said}. Check ${settings.context} of this deployment, or divide the task.`;
    const meanwhile = 'The agent may shorten it.';
    return { kind: 'length', title: 'The conversation is too long for the model', text, meanwhile, passes: true };
  }
  if (status === 404 || reason === 'model') {
    const text = `There is no model "${watched.model}" at its address (${status})${said}. Check ${settings.model} of this deployment.`;
    return { kind: 'unknown', title: 'The model is not known at its address', text, passes: false };
  }
  if (status === 429) {
    const text = `Its provider answered with 429${said}.`;
    const meanwhile = 'The agent tries again after a while; you need do nothing unless this persists.';
    return { kind: 'busy', title: 'The model gets too many requests', text, meanwhile, passes: true };
  }
  if (status < 500) return null;
  const what = failure.isInReply === true ? 'The model answers with an error' : `The model answers with ${status}`;
  const meanwhile = 'The agent tries again; you need do nothing unless this persists.';
  return {
    kind: 'failing',
    title: 'The model does not answer properly',
    text: `${what}${said}.`,
    meanwhile,
    passes: true,
  };
}

/** Replies in which nothing was, one after the other, each of which the agent has answered by asking again. */
export function troubleOfNothing(replies: number, watched: WatchedModel): ModelTrouble {
  const text = `Nothing can be read in its last ${replies} replies: neither words nor calls. Check ${settingsOf(watched).model} of this deployment.`;
  return { kind: 'failing', title: 'The model does not answer properly', text, passes: false };
}

/** The provider's own sentence, if it gives one. */
function wordsOf(detail: string): string {
  const found = messageIn(detail).replace(/\s+/g, ' ').trim();
  return found === '' ? '' : `: ${found.length > DETAIL ? `${found.slice(0, DETAIL)}…` : found.replace(/\.$/, '')}`;
}
