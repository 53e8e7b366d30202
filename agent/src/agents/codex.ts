import type { AgentPlace, AgentDefinition } from './agent-spec.ts';
import { installed } from './installed.ts';

/** What it goes on with by itself after its turn, with which the task ends: sub-agents, and goals that it sets itself. */
const AFTER_TURNS = ['multi_agent', 'goals'];

/** Codex through its ACP adapter, with any endpoint that speaks the responses API. */
export const codex: AgentDefinition = {
  needsModel: true,
  // In this mode everything that writes or reaches out asks first.
  mode: 'read-only',
  // The adapter trusts its working folder, and so whatever a .codex/config.toml there wants run.
  repositoriesBelow: true,
  // Beside config.toml: rules that allow commands, hooks, and what it has noted of sessions, their permissions included.
  settingsInHome: { '.codex': ['sessions'] },
  command(place) {
    const script = installed(place, '@agentclientprotocol/codex-acp/dist/index.js');
    if (script === null) return null;
    return {
      file: process.execPath,
      args: [script],
      env: { CODEX_HOME: `${place.home}/.codex`, COUNTERSIGN_MODEL_KEY: place.model?.key ?? '' },
      homeFiles: { '.codex/config.toml': configFor(place) },
    };
  },
};

function configFor({ model }: AgentPlace): string {
  // JSON strings are TOML strings, too.
  return `model = ${JSON.stringify(model?.model ?? '')}
model_provider = "countersign"
approval_policy = "on-request"
sandbox_mode = "read-only"

[model_providers.countersign]
name = "countersign"
base_url = ${JSON.stringify(`${model?.url}/v1`)}
wire_api = "responses"
env_key = "COUNTERSIGN_MODEL_KEY"

[features]
${AFTER_TURNS.map((feature) => `${feature} = false\n`).join('')}`;
}
