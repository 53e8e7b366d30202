import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { SECRET } from './sandbox.ts';

/** Programs that leave a mark when they run: `<what named them>.mark`. */
const trap = (mark: string) =>
  `#!/bin/sh\nPATH=/usr/bin:/bin\ntouch /mnt/workspace/${mark}.mark\ncat >/dev/null 2>&1\n`;

/**
 * A workspace as an agent could prepare it: a repository whose configuration and attributes name programs, programs
 * named like harmless ones, and files named like options.
 */
export function fillWorkspace(workspace: string): void {
  const write = (path: string, text: string, isProgram = false) => {
    mkdirSync(join(workspace, dirname(path)), { recursive: true });
    writeFileSync(join(workspace, path), text);
    if (isProgram) chmodSync(join(workspace, path), 0o755);
  };
  write('a.txt', 'one\ntwo\nthree\n');
  write('b.txt', 'two\nthree\nfour\n');
  write('src/a.ts', 'export const a = 1; // TODO\n');
  write('src/deep/b.ts', 'export const b = 2;\n');
  // Secrets that git does not ignore. Two folders hold different ones of the same name, for what compares folders.
  for (const secret of ['.env', 'server.key', 'secrets.json', 'prod.tfvars', 'src/deep/server.key', 'certs/server.key'])
    write(secret, `${SECRET}\n`);
  write('certs.old/server.key', 'two\n');
  write('certs/a.txt', 'one\n');
  write('package.json', '{"name":"trap","scripts":{"test":"touch npm.mark"}}\n');
  write('Makefile', 'all:\n\ttouch make.mark\n');
  for (const name of ['-o', '--output=x', '-delete', '-exec', '-i', 'w x', '$(touch x)', ';touch y'])
    write(name, 'text\n');
  for (const name of ['ls', 'cat', 'git', 'rg', 'sort', 'bin/ls', 'src/cat', 'src/less'])
    write(name, trap('shadow'), true);
  symlinkSync('a.txt', join(workspace, 'link'));
  makeRepository(workspace, write);
}

function makeRepository(workspace: string, write: (path: string, text: string, isProgram?: boolean) => void): void {
  const identity = ['-c', 'user.name=A', '-c', 'user.email=a@example.com', '-c', 'commit.gpgsign=false'];
  const git = (...args: string[]) => execFileSync('git', [...identity, ...args], { cwd: workspace, stdio: 'ignore' });
  git('init', '-q');
  git('add', 'a.txt', 'b.txt', 'src');
  git('commit', '-q', '-m', 'First');
  const settings: Record<string, string> = {
    'core.fsmonitor': 'fsmonitor',
    'core.pager': 'pager',
    'pager.log': 'pager-log',
    'diff.external': 'external-diff',
    'diff.trap.textconv': 'textconv',
    'filter.trap.clean': 'filter',
    'filter.trap.smudge': 'filter',
    'gpg.program': 'gpg',
    'core.editor': 'editor',
    'core.sshCommand': 'ssh',
    'credential.helper': 'credential',
  };
  for (const [name, mark] of Object.entries(settings)) {
    const program = join('traps', mark);
    write(program, trap(mark), true);
    git('config', name, `/mnt/workspace/${program}`);
  }
  git('config', 'alias.harmless', '!touch alias.mark');
  git('config', 'log.showSignature', 'true');
  write('.gitattributes', '*.txt diff=trap filter=trap\n');
  write('.git/hooks/post-index-change', trap('hook'), true);
  write('a.txt', 'changed since\n');
}
