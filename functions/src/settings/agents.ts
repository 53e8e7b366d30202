import { knownAgents, type PublicConfig } from '@countersign/contract';
import { env } from './env.ts';

/** The agents that this deployment offers (AGENTS), its default first. */
export function offeredAgents(): PublicConfig['agents'] {
  return env().AGENTS.map((id) => ({ id, ...knownAgents[id] }));
}
