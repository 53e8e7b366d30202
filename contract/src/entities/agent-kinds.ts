import * as z from 'zod/mini';

/**
 * Every agent the product knows, with the name and description a person chooses it by. `GET /api/config` says which a
 * deployment offers; the runner knows how to start each. To add one: docs/decisions/003-adding-an-agent.md.
 */
export const knownAgents = {
  demo: {
    name: 'Demo agent',
    description: 'Built in. Works without a model: looks around, and asks before it writes a file or runs a command.',
  },
  opencode: { name: 'OpenCode', description: 'Open-source coding agent for any model.' },
  claude: { name: 'Claude Code', description: "Anthropic's coding agent." },
  codex: { name: 'Codex', description: "OpenAI's coding agent." },
  gemini: { name: 'Gemini CLI', description: "Google's coding agent." },
  custom: { name: 'Custom agent', description: "The deployment's own, which speaks the Agent Client Protocol." },
} as const satisfies Record<string, { name: string; description: string }>;
export type AgentKind = keyof typeof knownAgents;

export const agentKinds = Object.keys(knownAgents) as [AgentKind, ...AgentKind[]];
export const agentKind = z.enum(agentKinds);
