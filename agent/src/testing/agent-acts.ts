import { join } from 'node:path';
import type { ToolUse } from './model-answers.ts';

/** How a model makes an agent write, edit and run something: each agent's tools have their own names and arguments. */
export interface AgentActs {
  write(root: string, path: string, content: string): ToolUse;
  edit(root: string, path: string, from: string, to: string): ToolUse;
  run(command: string): ToolUse;
}

export const agentActs = {
  scripted: {
    write: (root, path, content) => ({ tool: 'write', args: { path: join(root, path), content } }),
    edit: (root, path, from, to) => ({ tool: 'edit', args: { path: join(root, path), from, to } }),
    run: (command) => ({ tool: 'run', args: { command } }),
  },
  opencode: {
    write: (root, path, content) => ({ tool: 'write', args: { filePath: join(root, path), content } }),
    edit: (root, path, from, to) => ({
      tool: 'edit',
      args: { filePath: join(root, path), oldString: from, newString: to },
    }),
    run: (command) => ({ tool: 'bash', args: { command, description: 'Run it' } }),
  },
  gemini: {
    write: (root, path, content) => ({ tool: 'write_file', args: { file_path: join(root, path), content } }),
    edit: (root, path, from, to) => ({
      tool: 'replace',
      args: { file_path: join(root, path), old_string: from, new_string: to, instruction: 'Change it' },
    }),
    run: (command) => ({ tool: 'run_shell_command', args: { command, description: 'Run it' } }),
  },
  claude: {
    write: (root, path, content) => ({ tool: 'Write', args: { file_path: join(root, path), content } }),
    edit: (root, path, from, to) => ({
      tool: 'Edit',
      args: { file_path: join(root, path), old_string: from, new_string: to },
    }),
    run: (command) => ({ tool: 'Bash', args: { command, description: 'Run it' } }),
  },
  // Its only tool runs in a sandbox where nothing can be written; to leave it, it asks.
  codex: {
    write: (root, path, content) => inShell(`printf %s '${content}' > '${join(root, path)}'`),
    edit: (root, path, from, to) => inShell(`sed -i 's/${from}/${to}/' '${join(root, path)}'`),
    run: inShell,
  },
} as const satisfies Record<string, AgentActs>;

function inShell(cmd: string): ToolUse {
  return {
    tool: 'exec_command',
    args: { cmd, sandbox_permissions: 'require_escalated', justification: 'May I?' },
  };
}
