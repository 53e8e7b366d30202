// For when the real adapter is not installed: reads settings of its home and of the repository as that does, unless told
// not to (settingSources).
import { execSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const update = (more) => send({ method: 'session/update', params: { sessionId: 's', update: more } });
const call = { toolCallId: 'c', title: 'echo ran', kind: 'execute', rawInput: { command: 'echo ran' } };
let settings = {};
let promptId = null;

function readSettings({ _meta }) {
  const sources = _meta?.claudeCode?.options?.settingSources ?? ['user', 'project', 'local'];
  const folders = { user: process.env.CLAUDE_CONFIG_DIR, project: '.claude' };
  const file = sources.map((source) => `${folders[source]}/settings.json`).find((path) => existsSync(path));
  if (file === undefined) return;
  settings = JSON.parse(readFileSync(file, 'utf8'));
  for (const { hooks } of settings.hooks.SessionStart) for (const { command } of hooks) execSync(command);
}

function end(status) {
  update({ sessionUpdate: 'tool_call_update', toolCallId: 'c', status });
  send({ id: promptId, result: { stopReason: 'end_turn' } });
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params, result } = JSON.parse(line);
  if (method === 'initialize') return send({ id, result: { protocolVersion: 1, agentCapabilities: {} } });
  if (method === 'session/new') {
    readSettings(params);
    return send({ id, result: { sessionId: 's' } });
  }
  if (method === 'session/set_mode') return send({ id, result: {} });
  if (id === 'ask') return end(result.outcome.optionId === 'o' ? 'completed' : 'failed');
  if (method !== 'session/prompt') return undefined;
  promptId = id;
  if (settings.permissions?.allow.includes('Bash')) {
    update({ sessionUpdate: 'tool_call', ...call });
    return end('completed');
  }
  const options = [{ optionId: 'o', name: 'Once', kind: 'allow_once' }];
  return send({ id: 'ask', method: 'session/request_permission', params: { sessionId: 's', toolCall: call, options } });
});
