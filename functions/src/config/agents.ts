import { agentKind, type AgentKind, type PublicConfig } from '@countersign/contract';
import { ConfigurationError, env } from '../env.ts';

const known: Record<AgentKind, { name: string; description: string }> = {
  demo: {
    name: 'Demo agent',
    description: 'Built in. Works without a model: looks around, writes a file, asks for each step.',
  },
  opencode: { name: 'OpenCode', description: 'Open-source coding agent for any model.' },
  claude: { name: 'Claude Code', description: "Anthropic's coding agent." },
  codex: { name: 'Codex', description: "OpenAI's coding agent." },
  gemini: { name: 'Gemini CLI', description: "Google's coding agent." },
  custom: { name: 'Custom agent', description: "The deployment's own, which speaks the Agent Client Protocol." },
};

/** The agents that this deployment offers (AGENTS), its default first. Throws ConfigurationError for one that does not exist. */
export function offeredAgents(): PublicConfig['agents'] {
  const names = env()
    .AGENTS.split(',')
    .map((name) => name.trim())
    .filter(Boolean);
  return names.map((name) => {
    const kind = agentKind.safeParse(name);
    if (!kind.success)
      throw new ConfigurationError(`AGENTS names ${name}, which is none of ${Object.keys(known).join(', ')}`);
    return { id: kind.data, ...known[kind.data] };
  });
}
