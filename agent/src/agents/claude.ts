import type { AgentDefinition } from './agent-spec.ts';
import { installed } from './installed.ts';

/**
 * The tools that its model is offered; one that a later version brings is not until it is named here. Left out are those
 * that work on after its turn, with which the task ends (CronCreate, Monitor, ScheduleWakeup, Workflow); those that lead
 * the session, unasked, into a copy of the files, which would be published beside them (EnterWorktree); and those that
 * change, unasked, what it asks about (EnterPlanMode).
 */
const TOOLS = [
  ...['Agent', 'AskUserQuestion', 'Bash', 'Edit', 'Glob', 'Grep', 'NotebookEdit', 'Read', 'Skill', 'ToolSearch'],
  ...['WebFetch', 'WebSearch', 'Write'],
  // Its plan, which the history shows: a version has either the first of them, or the others in its place.
  ...['TodoWrite', 'TaskCreate', 'TaskGet', 'TaskList', 'TaskUpdate'],
];

/** Run where a sub-agent is to have a copy of the files: it gets none, and its model learns why. */
const REFUSE_COPY = "echo 'There are no copies of the files here: use the files themselves.' >&2; exit 1";

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
        settings: {
          permissions: { ask: ['Bash'] },
          hooks: { WorktreeCreate: [{ hooks: [{ type: 'command', command: REFUSE_COPY }] }] },
        },
        // What its owner might say next, which nobody is shown, would cost one more call of the model in each turn; and
        // that call offers tools as the work does, so that its reply would pass for the last one of the turn.
        promptSuggestions: false,
        tools: TOOLS,
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
        // Otherwise its sub-agents would use models that nobody here has chosen, and for which there may be no key.
        CLAUDE_CODE_SUBAGENT_MODEL: model,
        CLAUDE_CODE_SUBAGENT_MODEL_FORCE: '1',
        CLAUDE_CONFIG_DIR: `${place.home}/.claude`,
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
        // Its turn ends while such a command runs, or an agent of its own; the task would be complete before that has.
        CLAUDE_CODE_DISABLE_BACKGROUND_TASKS: '1',
        CLAUDE_BASH_MAINTAIN_PROJECT_WORKING_DIR: '1', // What was shown as `npm test` must not run where an earlier `cd` has led.
      },
    };
  },
};
