// The first program inside an agent's isolation. Arguments: the ways out, as JSON of port and socket, and the agent's
// command. It serves each way on loopback, where the agent expects it, and ends when the agent ends.
import { spawn } from 'node:child_process';
import { connect, createServer } from 'node:net';
import { constants } from 'node:os';

const [ways = '{}', file = '', ...args] = process.argv.slice(2);

const listening = Object.entries(JSON.parse(ways) as Record<string, string>).map(([port, path]) => {
  const server = createServer((socket) => {
    const onward = connect(path);
    onward.on('error', () => socket.destroy());
    socket.on('error', () => onward.destroy());
    socket.pipe(onward).pipe(socket);
  });
  return new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(Number(port), '127.0.0.1', resolve);
  });
});
await Promise.all(listening);

// The agent gets the same signal and is waited for.
process.on('SIGTERM', () => undefined);
const agent = spawn(file, args, { stdio: 'inherit' });
agent.on('error', (error) => {
  console.error(`could not be started: ${error.message}`);
  process.exit(127);
});
agent.on('exit', (code, signal) => process.exit(code ?? 128 + (signal ? constants.signals[signal] : 0)));
