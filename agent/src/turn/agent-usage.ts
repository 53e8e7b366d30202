import type { SessionUpdate } from '@agentclientprotocol/sdk';

type UsageUpdate = Extract<SessionUpdate, { sessionUpdate: 'usage_update' }>;

/** What is counted where the agent asks its model, by the model proxy. */
export interface CountedUsage {
  /** Tokens that the proxy has counted of this task, in this execution. */
  counted(): number;
  /** How often the proxy was asked for it. */
  asked(): number;
  /** Counts what the proxy cannot see: tokens that one reply has used, as the agent says. */
  count(inputTokens: number): void;
}

/** What an agent itself says of its usage (`usage_update`), turn by turn. */
export interface AgentUsage {
  turnBegins(): void;
  /** The protocol tells how much the conversation takes, and with each reply that is what the model has read and written. */
  takes(update: Pick<UsageUpdate, 'used'>): void;
  turnEnds(): void;
}

/**
 * The proxy's count is the one that holds; what the agent says is never added to it. Where the proxy was not even asked in a whole turn, as
 * with an agent that is signed in to its model by itself, what the agent says is counted instead: each reply as much as the conversation
 * took by then, all of it as input.
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
      const tokens = Number.isFinite(used) ? Math.max(0, Math.floor(used)) : 0;
      // Said again, as after each step of a reply, it is no other reply.
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
