import { join } from 'node:path';
import { agentActs } from './agent-acts.ts';
import type { Act } from './model-answers.ts';
import type { RealAgent } from './real-agents.ts';

/** What a model tries with one agent alone, and what comes of it. */
interface OwnActs {
  /** `outside`: a file outside of the workspace. */
  acts(root: string, outside: string): Act[];
  /** The kinds of step that are asked about, one after the other. */
  asks: readonly string[];
  /** The folder in which the last of them runs, which the agent says only in words. */
  runsIn?: string;
  /** The tool for sub-agents, whose questions would reach nobody: the agent must not offer it. */
  subAgents: string;
  /** The tool for asking its owner in a form: it is not offered to the model here. */
  forms: string;
}

/**
 * With ASK_BEFORE_READING these agents ask before they read. opencode asks once for a command that looks outside. A
 * model that wants a sub-agent all the same is told that there is none.
 */
export const ownActs: Partial<Record<RealAgent, OwnActs>> = {
  opencode: {
    acts: (root, outside) => [
      { tool: 'read', args: { filePath: join(root, 'README.md') } },
      agentActs.opencode.run(`cat '${outside}'`),
      { tool: 'task', args: { description: 'Help', prompt: 'Write sub.md', subagent_type: 'general' } },
    ],
    asks: ['read', 'execute'],
    subAgents: 'task',
    forms: 'question',
  },
  gemini: {
    acts: (root) => [
      { tool: 'read_file', args: { file_path: join(root, 'README.md') } },
      {
        tool: 'run_shell_command',
        args: { command: 'sleep 0', dir_path: join(root, 'examples'), description: 'Look' },
      },
      { tool: 'invoke_agent', args: { agent_name: 'generalist', prompt: 'Write sub.md' } },
    ],
    asks: ['read', 'execute'],
    runsIn: 'examples',
    subAgents: 'invoke_agent',
    forms: 'ask_user',
  },
};
