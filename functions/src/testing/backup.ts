import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { AddressInfo } from 'node:net';
import type { Served } from './serve.ts';

export interface BackupRun {
  code: number;
  output: string;
}

/**
 * Runs `npm run backup` or `restore` as a program of its own (dev/testing/programs.ts), with this process's environment
 * and `settings`; functions may not import `dev/`.
 */
export function runBackup(
  command: 'backup' | 'restore',
  project: string,
  folder: string,
  settings: Record<string, string> = {},
): Promise<BackupRun> {
  const program = join(process.env.COUNTERSIGN_PROGRAMS ?? '', 'backup.mjs');
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [program, command, '--project', project, '--folder', folder],
      { env: { ...process.env, ...settings } },
      (_error, stdout, stderr) => resolve({ code: child.exitCode ?? -1, output: stdout + stderr }),
    );
  });
}

/**
 * Called before a program's request reaches a server: `lose` passes it on, but drops the connection before the reply.
 */
export type Look = (asked: { method: string; url: string; body: string }) => Promise<Response | 'lose' | undefined>;

/** A proxy before a server on this machine, with an address of its own. A `Response` is sent in the server's place. */
export async function standBefore(target: string, look: Look): Promise<Served> {
  const server = createServer((request, reply) => {
    void (async () => {
      const { method = '', url = '' } = request;
      const body = await text(request);
      const said = await look({ method, url, body });
      const answer = said instanceof Response ? said : await fetch(`${target}${url}`, passedOn());
      const bytes = Buffer.from(await answer.arrayBuffer());
      if (said === 'lose') reply.destroy();
      else reply.writeHead(answer.status, Object.fromEntries(kept(answer.headers))).end(bytes);

      function passedOn(): RequestInit {
        const names = ['authorization', 'content-type'];
        const headers = names.flatMap((name) => (request.headers[name] ? [[name, String(request.headers[name])]] : []));
        return { method, headers: Object.fromEntries(headers), ...(body === '' ? {} : { body }) };
      }
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const kept = (headers: Headers) =>
  [...headers].filter(([name]) => ['content-type', 'retry-after'].includes(name.toLowerCase()));

/** Deletes all documents and accounts of this test file's project. */
export async function emptyDeployment(): Promise<void> {
  const { FIRESTORE_EMULATOR_HOST, FIREBASE_AUTH_EMULATOR_HOST, GCLOUD_PROJECT } = process.env;
  const headers = { Authorization: 'Bearer owner' };
  for (const url of [
    `http://${FIRESTORE_EMULATOR_HOST}/emulator/v1/projects/${GCLOUD_PROJECT}/databases/(default)/documents`,
    `http://${FIREBASE_AUTH_EMULATOR_HOST}/emulator/v1/projects/${GCLOUD_PROJECT}/accounts`,
  ])
    if (!(await fetch(url, { method: 'DELETE', headers })).ok) throw new Error(`${url} was not emptied`);
}
