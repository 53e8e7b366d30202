import { execFileSync, spawn } from 'node:child_process';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { gitEnvironment } from './git.ts';

let program: string | undefined;

/** Where git keeps its CGI program for smart HTTP. Throws when git is not installed. */
function backend(): string {
  program ??= join(execFileSync('git', ['--exec-path'], { encoding: 'utf8' }).trim(), 'git-http-backend');
  return program;
}

/** Answers one request with git's own `http-backend` over the repositories under `root`. */
export function serveGit(root: string, req: IncomingMessage, res: ServerResponse): void {
  const url = new URL(req.url ?? '/', 'http://host');
  const child = spawn(backend(), [], { env: cgiEnvironment(root, req, url), stdio: ['pipe', 'pipe', 'ignore'] });
  child.on('error', () => res.writeHead(500).end('git http-backend cannot be started'));
  child.stdin.on('error', () => undefined); // it may answer before it has read everything
  req.pipe(child.stdin);
  res.on('close', () => child.kill());
  copyAnswer(child.stdout, res);
}

function cgiEnvironment(root: string, req: IncomingMessage, url: URL): NodeJS.ProcessEnv {
  return {
    ...gitEnvironment,
    // access.ts decides about pushing, even for a repository that somebody has put here.
    GIT_CONFIG_COUNT: '2',
    GIT_CONFIG_KEY_1: 'http.receivepack',
    GIT_CONFIG_VALUE_1: 'true',
    GIT_PROJECT_ROOT: root,
    GIT_HTTP_EXPORT_ALL: '1',
    GIT_PROTOCOL: req.headers['git-protocol']?.toString(),
    PATH_INFO: decodeURIComponent(url.pathname),
    QUERY_STRING: url.search.slice(1),
    REQUEST_METHOD: req.method,
    REMOTE_ADDR: req.socket.remoteAddress,
    CONTENT_TYPE: req.headers['content-type'],
    CONTENT_LENGTH: req.headers['content-length'],
    HTTP_CONTENT_ENCODING: req.headers['content-encoding'],
  };
}

/** A CGI program prints its headers, an empty line, then the body. */
function copyAnswer(output: NodeJS.ReadableStream, res: ServerResponse): void {
  let head = Buffer.alloc(0);
  output.on('data', function collect(chunk: Buffer) {
    head = Buffer.concat([head, chunk]);
    const end = head.indexOf('\r\n\r\n');
    if (end < 0) return;
    output.off('data', collect);
    writeHead(head.subarray(0, end).toString('latin1'), res);
    res.write(head.subarray(end + 4));
    output.pipe(res);
  });
  output.on('end', () => res.end());
}

function writeHead(head: string, res: ServerResponse): void {
  for (const line of head.split('\r\n')) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon);
    const value = line.slice(colon + 1).trim();
    if (name.toLowerCase() === 'status') res.statusCode = Number.parseInt(value, 10);
    else res.setHeader(name, value);
  }
}
