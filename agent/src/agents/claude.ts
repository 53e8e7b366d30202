import type { AgentDefinition } from './agent-spec.ts';
import { installed } from './installed.ts';

/** Claude Code through its ACP adapter. Needs Node 22. Its SDK is not redistributable: whoever deploys installs it. */
export const claude: AgentDefinition = {
  needsModel: true,
  mode: 'default',
  sessionMeta: {
    claudeCode: {
      options: {
        // Settings may run hooks and allow tools. A repository has its own, and a command may write those of the home.
        settingSources: [],
        strictMcpConfig: true,
        allowDangerouslySkipPermissions: false,
        // By itself it runs what it takes for reading, `git diff` among it, which may run what a repository's
        // configuration names.
        settings: { permissions: { ask: ['Bash'] } },
        // What its owner might say next, which nobody is shown, would cost one more call of the model in each turn; and
        // that call offers tools as the work does, so that its reply would pass for the last one of the turn.
        promptSuggestions: false,
      },
    },
  },
  // The adapter reads them all the same, to begin in the mode that they name.
  settingsInHome: { '.claude': ['projects'] },
  command(place) {
    const script = installed(place, '@agentclientprotocol/claude-agent-acp/dist/index.js');
    if (script === null) return null;
    const { url = '', key = '', model = '' } = place.model ?? {};
    return {
      file: process.execPath,
      args: [script],
      env: {
        ANTHROPIC_BASE_URL: url,
        ANTHROPIC_API_KEY: key,
        ANTHROPIC_AUTH_TOKEN: key,
        ANTHROPIC_MODEL: model,
        CLAUDE_CONFIG_DIR: `${place.home}/.claude`,
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
        // Its turn ends while such a command runs, or an agent of its own; the task would be complete before that has.
        CLAUDE_CODE_DISABLE_BACKGROUND_TASKS: '1',
        CLAUDE_BASH_MAINTAIN_PROJECT_WORKING_DIR: '1', // What was shown as `npm test` must not run where an earlier `cd` has led.
      },
    };
  },
};
