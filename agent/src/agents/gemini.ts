import { join } from 'node:path';
import type { AgentDefinition } from './agent-spec.ts';
import { renameSessions } from './gemini-sessions.ts';
import { installed } from './installed.ts';

/** The folder in the settings folder. */
const POLICIES = 'policies';

const settings = {
  security: { auth: { selectedType: 'gemini-api-key' } },
  // What an interactive shell shows is never reported over the protocol.
  tools: { shell: { enableInteractiveShell: false } },
  experimental: {
    // A sub-agent's questions never arrive here, so it would wait for ever: there are no sub-agents.
    enableAgents: false,
    // What it fetches is an address, which its question names in full. Otherwise that is a prompt of any length with
    // addresses in it, for another call of the model, of which the question shows a hundred characters.
    directWebFetch: true,
  },
};

/** What its own rules ask for, too: in the administrator's, so that none of the home's or of a server's come first. */
const asking = ruleFor(
  ['write_file', 'replace', 'run_shell_command', 'web_fetch', 'activate_skill', 'discovered_tool_*', 'mcp_*'],
  'ask_user',
);
/** Without sub-agents, the tool that invokes them can only fail: the model is not offered it. */
const withoutSubAgents = ruleFor(['invoke_agent'], 'deny');
/** The tools that read and search files. */
const askingToRead = ruleFor(['read_file', 'list_directory', 'glob', 'grep_search'], 'ask_user');

/** A rule of its policies, in TOML, where a list of plain strings looks as in JSON. */
function ruleFor(tools: readonly string[], decision: 'deny' | 'ask_user'): string {
  return `[[rule]]\ntoolName = ${JSON.stringify(tools)}\ndecision = "${decision}"\npriority = 999\n`;
}

/** Gemini CLI (Apache-2.0). */
export const gemini: AgentDefinition = {
  needsModel: true,
  mode: 'default',
  takesPromptBack: true,
  settingsInHome: { '.gemini': ['tmp'], '.gemini/tmp/bin': [], '.env': [] },
  cleanKept: { '.gemini/tmp': renameSessions },
  command(place) {
    const script = installed(place, '@google/gemini-cli/bundle/gemini.js');
    if (script === null) return null;
    const { url = '', key = '', model = '' } = place.model ?? {};
    return {
      file: process.execPath,
      args: [script, '--acp', '--admin-policy', join(place.settings, POLICIES)],
      env: {
        GEMINI_API_KEY: key,
        GOOGLE_GEMINI_BASE_URL: url,
        GEMINI_MODEL: model,
        GEMINI_CLI_NO_RELAUNCH: '1',
        // An untrusted folder's settings and extensions are not read.
        GEMINI_CLI_TRUST_WORKSPACE: 'false',
      },
      homeFiles: { '.gemini/settings.json': JSON.stringify(settings) },
      settingsFiles: {
        [`${POLICIES}/countersign.toml`]: asking + withoutSubAgents + (place.asksBeforeReading ? askingToRead : ''),
      },
    };
  },
};
