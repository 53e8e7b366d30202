import { agentKind, knownAgents, type AgentKind } from '@countersign/contract';
import type { AgentDefinition, AgentSpec } from './agent-spec.ts';
import { claude } from './claude.ts';
import { codex } from './codex.ts';
import { custom } from './custom.ts';
import { demo } from './demo.ts';
import { gemini } from './gemini.ts';
import { opencode } from './opencode.ts';

/** How each known agent is started; one that is missing here does not compile. */
const definitions: Record<AgentKind, AgentDefinition> = { demo, opencode, claude, codex, gemini, custom };

/** The agent of this id; null when this runner knows none, e.g. because its image is older than the server. */
export function findAgent(id: string): AgentSpec | null {
  const kind = agentKind.safeParse(id);
  return kind.success ? { ...definitions[kind.data], name: knownAgents[kind.data].name } : null;
}

/** True when this agent does not know a prompt any more whose first reply came to nothing. */
export function takesPromptBack(id: string): boolean {
  return findAgent(id)?.takesPromptBack === true;
}

/** True when this agent asks about no file whose name has a line break. */
export function hangsOnLineBreaks(id: string): boolean {
  return findAgent(id)?.hangsOnLineBreaks === true;
}

/** True when this agent's one repository must not be its working folder. */
export function putsRepositoriesBelow(id: string): boolean {
  return findAgent(id)?.repositoriesBelow === true;
}
