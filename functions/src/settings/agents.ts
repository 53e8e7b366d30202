import { agentKind, agentKinds, knownAgents, type PublicConfig } from '@countersign/contract';
import { ConfigurationError, env } from './env.ts';

/** The agents that this deployment offers (AGENTS), its default first. Throws ConfigurationError for an unknown one. */
export function offeredAgents(): PublicConfig['agents'] {
  const names = env()
    .AGENTS.split(',')
    .map((name) => name.trim())
    .filter(Boolean);
  return names.map((name) => {
    const kind = agentKind.safeParse(name);
    if (!kind.success) throw new ConfigurationError(`AGENTS names ${name}, which is none of ${agentKinds.join(', ')}`);
    return { id: kind.data, ...knownAgents[kind.data] };
  });
}
