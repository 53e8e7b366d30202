import type { SessionUpdate } from '@agentclientprotocol/sdk';

type UsageUpdate = Extract<SessionUpdate, { sessionUpdate: 'usage_update' }>;

/** What the model proxy counts when the agent asks its model. */
export interface CountedUsage {
  /** Tokens of this task that the proxy has counted in this execution. */
  counted(): number;
  /** How often the proxy was asked for this task. */
  asked(): number;
  /** Counts what the proxy cannot see: tokens that one reply has used, according to the agent. */
  count(inputTokens: number): void;
}

/** What an agent itself says about its usage (`usage_update`), turn by turn. */
export interface AgentUsage {
  turnBegins(): void;
  /** The protocol gives the size of the conversation, which after each reply is what the model has read and written. */
  takes(update: Pick<UsageUpdate, 'used'>): void;
  turnEnds(): void;
}

/**
 * More than any conversation takes: above the largest context windows of models. An agent that signs in by itself asks
 * a model that is not known here, and one wrong number must not use up a day's tokens.
 */
const CONVERSATION_MOST = 2_000_000;

/**
 * The proxy's count is authoritative; what the agent says is never added to it. Only if the proxy was not asked at all
 * in a turn, as with an agent that is signed in to its model by itself, does the agent's word count: each reply as much
 * as the conversation took by then, all of it as input.
 */
export function createAgentUsage(proxy: CountedUsage, log: (message: string) => void): AgentUsage {
  let before = 0;
  let replies: number[] = [];
  let last = 0;
  let hasDoubted = false;
  const doubt = () => {
    if (hasDoubted || last <= proxy.counted()) return;
    hasDoubted = true;
    log(
      `the agent says that its conversation takes ${last} tokens, and its model proxy has counted ${proxy.counted()}: it asks a model by another way, too, or goes on with an earlier conversation`,
    );
  };
  return {
    turnBegins() {
      before = proxy.asked();
      replies = [];
    },
    takes({ used }) {
      const tokens = Number.isFinite(used) ? Math.min(Math.max(0, Math.floor(used)), CONVERSATION_MOST) : 0;
      // The same number again, as after each step of a reply, is no further reply.
      if (tokens === last) return;
      last = tokens;
      if (tokens > 0) replies.push(tokens);
    },
    turnEnds() {
      if (proxy.asked() > before) doubt();
      else for (const tokens of replies) proxy.count(tokens);
      replies = [];
    },
  };
}
