import type { AgentSpec } from './agent-spec.ts';
import { demo } from './demo.ts';

/** Every agent that this runner can start; adding one is one file and one line here. */
const agents: readonly AgentSpec[] = [demo];

export function findAgent(id: string): AgentSpec | null {
  return agents.find((agent) => agent.id === id) ?? null;
}
