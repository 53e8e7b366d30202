import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { freePort } from '../../dev/lib/ports.ts';
import { type Driver, KEYS, STEPS, VIEWPORT } from './driver.ts';
import { missing, needProgram } from './need-program.ts';

/** Debian's builds of WebKit for GTK, each with its small browser. */
const BROWSERS = ['4.1', '4.0', '6.0'].map((abi) => `/usr/lib/x86_64-linux-gnu/webkit2gtk-${abi}/MiniBrowser`);
const UP_WITHIN_MS = 30_000;

/** WebKit for GTK over WebDriver, on an invisible screen of its own. */
export async function startWebKit(): Promise<Driver> {
  const binary = BROWSERS.find((path) => existsSync(path));
  if (binary === undefined) throw missing('A browser with WebKit (webkit2gtk-*/MiniBrowser)', 'webkit2gtk-driver');
  needProgram('WebKitWebDriver', 'webkit2gtk-driver');
  needProgram('Xvfb', 'xvfb');
  const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const programs: ChildProcess[] = [screen];
  const end = async () => {
    for (const program of programs.toReversed()) {
      if (program.exitCode !== null || program.signalCode !== null) continue;
      const ended = once(program, 'exit');
      program.kill('SIGKILL');
      await ended;
    }
  };
  try {
    const display = String((await once(screen.stdio[3] as NodeJS.ReadableStream, 'data'))[0]).trim();
    const port = await freePort();
    const env = { ...process.env, DISPLAY: `:${display}`, LIBGL_ALWAYS_SOFTWARE: '1' };
    programs.push(spawn('WebKitWebDriver', ['--host=127.0.0.1', `--port=${port}`], { env, stdio: 'ignore' }));
    const call = callerOf(`http://127.0.0.1:${port}`);
    await untilUp(call);
    const options = { 'webkitgtk:browserOptions': { binary, args: ['--automation'] } };
    const { sessionId } = (await call('POST', '/session', { capabilities: { alwaysMatch: options } })) as {
      sessionId: string;
    };
    const inSession: Call = (method, path, body) => call(method, `/session/${sessionId}${path}`, body);
    await inSession('POST', '/window/rect', VIEWPORT);
    return driverOf(inSession, async () => {
      await inSession('DELETE', '').catch(() => undefined);
      await end();
    });
  } catch (error) {
    await end();
    throw error;
  }
}

type Call = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown) => Promise<unknown>;

function driverOf(call: Call, end: () => Promise<void>): Driver {
  const pointer = (...actions: object[]) =>
    call('POST', '/actions', {
      actions: [{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }],
    });
  const keys = (...values: string[]) =>
    call('POST', '/actions', {
      actions: [
        {
          type: 'key',
          id: 'keyboard',
          actions: values.flatMap((value) => [
            { type: 'keyDown', value },
            { type: 'keyUp', value },
          ]),
        },
      ],
    });
  let [atX, atY] = [0, 0];
  return {
    open: async (url) => void (await call('POST', '/url', { url })),
    value: (expression) => call('POST', '/execute/sync', { script: `return (${expression});`, args: [] }),
    async move(x, y) {
      const places = Array.from({ length: STEPS }, (_, step) => (step + 1) / STEPS);
      await pointer(
        ...places.map((part) => ({
          ...{ type: 'pointerMove', duration: 10, origin: 'viewport' },
          x: Math.round(atX + (x - atX) * part),
          y: Math.round(atY + (y - atY) * part),
        })),
      );
      [atX, atY] = [x, y];
    },
    press: async () => void (await pointer({ type: 'pointerDown', button: 0 })),
    release: async () => void (await pointer({ type: 'pointerUp', button: 0 })),
    type: async (text) => void (await keys(...text)),
    key: async (name) => void (await keys(KEYS[name])),
    end,
  };
}

const callerOf =
  (origin: string): Call =>
  async (method, path, body) => {
    const headers = { 'Content-Type': 'application/json' };
    const response = await fetch(origin + path, { method, headers, body: JSON.stringify(body) });
    const { value } = (await response.json()) as { value: unknown };
    if (!response.ok) throw new Error(`WebKitWebDriver: ${method} ${path}: ${JSON.stringify(value)}`);
    return value;
  };

async function untilUp(call: Call): Promise<void> {
  const end = Date.now() + UP_WITHIN_MS;
  for (;;) {
    try {
      return void (await call('GET', '/status'));
    } catch (error) {
      if (Date.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}
