// `npm run dev`: the stack, and beside it Vite with hot reload; functions and agent are rebuilt when they change.
import { watch } from 'node:fs';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { answers, startService, type Service } from './lib/service.ts';
import { runStack, type Extra } from './run-stack.ts';
import { checkPort } from './stack/ports.ts';

const VITE_PORT = 5173;

await runStack({
  check: () => checkPort('Vite', VITE_PORT),
  start: startVite,
  address: `http://127.0.0.1:${VITE_PORT}`,
});

function startVite({ root, folder, ports }: Parameters<Extra['start']>[0]): Service[] {
  rebuildOnChange(root);
  const vite = startService({
    name: 'Vite',
    command: 'npm',
    args: ['run', 'dev', '-w', 'web', '--', '--host', '127.0.0.1', '--port', String(VITE_PORT), '--strictPort'],
    cwd: root,
    // Read by web/vite.config.ts: where /api is served.
    env: { ...process.env, API_ORIGIN: `http://127.0.0.1:${ports.hosting}` },
    logFile: join(folder, 'logs/vite.log'),
    ready: () => answers(`http://127.0.0.1:${VITE_PORT}/`),
    readyWithinMs: 30_000,
  });
  return [vite];
}

/** The functions emulator reloads a changed bundle by itself; containers use the new one from their next start. */
function rebuildOnChange(root: string): void {
  const workspaces: Record<string, string[]> = {
    functions: ['functions/src', 'contract/src'],
    agent: ['agent/src', 'contract/src'],
  };
  for (const [workspace, folders] of Object.entries(workspaces)) {
    let timer: NodeJS.Timeout | undefined;
    const rebuild = () => {
      clearTimeout(timer);
      timer = setTimeout(() => spawn('npm', ['run', 'build', '-w', workspace], { cwd: root, stdio: 'inherit' }), 200);
    };
    for (const folder of folders) watch(join(root, folder), { recursive: true }, rebuild);
  }
}
