import type { AgentPlace, AgentDefinition } from './agent-spec.ts';
import { installed } from './installed.ts';
import { cleanSessions } from './opencode-sessions.ts';

/** opencode (MIT), with any endpoint that speaks the chat completions API. */
export const opencode: AgentDefinition = {
  needsModel: true,
  // Plugins in the working folder are loaded even with OPENCODE_DISABLE_PROJECT_CONFIG.
  repositoriesBelow: true,
  hangsOnLineBreaks: true,
  // Each of the first two may have settings and plugins; the others have credentials, which may lead to settings
  // elsewhere, and programs that it runs. Its sessions are one database, which has
  // settings too.
  settingsInHome: {
    '.config/opencode': [],
    '.opencode': [],
    '.local/share/opencode': ['opencode.db', 'opencode.db-wal'],
    '.local/state/opencode': [],
    '.cache/opencode': [],
  },
  cleanKept: { '.local/share/opencode': cleanSessions },
  // Once an edit is approved, it hands the new text to its client as well, for an editor that has the file open, whatever
  // the client offers. It does not wait for the answer, and makes the edit with its own tool.
  emptyErrors: ['RequestError: "Method not found": fs/write_text_file'],
  command(place) {
    // A native program, named so on Linux too; the image has only the package for its own processors.
    const places = [
      'opencode-ai/bin/opencode.exe',
      'opencode-ai/bin/opencode',
      'opencode-linux-x64-baseline/bin/opencode',
    ];
    const file = places.map((path) => installed(place, path)).find((path) => path !== null);
    if (!file) return null;
    return {
      file,
      bun: file,
      args: ['acp'],
      env: {
        OPENCODE_CONFIG_CONTENT: JSON.stringify(configFor(place)),
        // A repository's own settings do not count: they could switch approvals off.
        OPENCODE_DISABLE_PROJECT_CONFIG: '1',
        OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
        // No other plugins, and no credentials but these, wherever a command may have put some meanwhile.
        OPENCODE_PURE: '1',
        OPENCODE_AUTH_CONTENT: '{}',
        OPENCODE_DISABLE_AUTOUPDATE: '1',
        OPENCODE_DISABLE_MODELS_FETCH: '1',
        OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
        OPENCODE_MODELS_PATH: `${place.home}/${MODELS_FILE}`,
      },
      homeFiles: { ...withoutInstallation, [MODELS_FILE]: '{}' },
    };
  },
};

/**
 * It ships a list of all providers' models and checks every one at each start, for two seconds of processor time. Its
 * only model here is in the configuration.
 */
const MODELS_FILE = '.config/opencode/models.json';

/**
 * It would download 18 MB into each task's home, and so into its checkpoints: what plugins are written with, which it
 * does not need. Nothing switches that off, but it trusts a lock file beside a folder of packages.
 */
const withoutInstallation = {
  '.config/opencode/package-lock.json': JSON.stringify({
    packages: { '': { dependencies: { '@opencode-ai/plugin': '*' } } },
  }),
  '.config/opencode/node_modules/.keep': '',
};

const permission = {
  edit: 'ask',
  bash: 'ask',
  webfetch: 'ask',
  // A sub-agent's questions never arrive here, so it would wait for ever: there are no sub-agents.
  task: 'deny',
  // At the third equal call of one reply it would ask whether to go on, about no call: whatever the answer, that step
  // never ended. Each of them is asked about as any other; across replies nothing counts them anyway, and a budget, the
  // time limit and Stop end a task that turns in circles. Denied, its turn ends with an error and none of the calls is made.
  doom_loop: 'allow',
};
/** The tools that read and search files. */
const reading = { read: 'ask', glob: 'ask', grep: 'ask', list: 'ask' };

function configFor({ model, asksBeforeReading }: AgentPlace) {
  const name = model?.model ?? '';
  const context = model?.contextLength ?? 0;
  // opencode counts the room for a reply as used, and shortens a conversation before it reaches that.
  const output = Math.min(16_000, Math.floor(context / 4));
  return {
    model: `countersign/${name}`,
    small_model: `countersign/${name}`,
    autoupdate: false,
    share: 'disabled',
    // A title for the session, which is shown nowhere, would cost one more request to the model.
    agent: { title: { disable: true } },
    permission: { ...permission, ...(asksBeforeReading ? reading : {}) },
    provider: {
      countersign: {
        npm: '@ai-sdk/openai-compatible',
        options: { baseURL: `${model?.url}/v1`, apiKey: model?.key },
        models: { [name]: { tool_call: true, limit: { context, output } } },
      },
    },
  };
}
