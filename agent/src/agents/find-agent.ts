import type { AgentSpec } from './agent-spec.ts';
import { claude } from './claude.ts';
import { codex } from './codex.ts';
import { custom } from './custom.ts';
import { demo } from './demo.ts';
import { gemini } from './gemini.ts';
import { opencode } from './opencode.ts';

/** Every agent that this runner can start; adding one is one file and one line here. */
const agents: readonly AgentSpec[] = [demo, opencode, claude, codex, gemini, custom];

export function findAgent(id: string): AgentSpec | null {
  return agents.find((agent) => agent.id === id) ?? null;
}

/** True when this agent's one repository must not be its working folder. */
export function putsRepositoriesBelow(id: string): boolean {
  return findAgent(id)?.repositoriesBelow === true;
}
