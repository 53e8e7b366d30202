import { agentKind, agentKinds, type AgentKind } from '@countersign/contract';

/** Parses AGENTS: names of `knownAgents`, the default first; blank: the built-in one. Throws an Error for an unknown one. */
export function parseAgents(text: string): [AgentKind, ...AgentKind[]] {
  const names = text
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
  const [first, ...others] = names.map((name) => {
    const kind = agentKind.safeParse(name);
    if (!kind.success) throw new Error(`names ${name}, which is none of ${agentKinds.join(', ')}`);
    return kind.data;
  });
  return first === undefined ? ['demo'] : [first, ...others];
}
