import { execFile } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { serve, type Served } from './serve.ts';
import { programFile } from './start-program.ts';

export interface BackupRun {
  code: number;
  output: string;
}

/** Runs `npm run backup` or `restore` as a program of its own, with this process's environment and `settings`. */
export function runBackup(
  command: 'backup' | 'restore',
  project: string,
  folder: string,
  settings: Record<string, string> = {},
): Promise<BackupRun> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [programFile('backup'), command, '--project', project, '--folder', folder],
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
export function standBefore(target: string, look: Look): Promise<Served> {
  return serve((request, reply) => {
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
