import { execFile } from 'node:child_process';

/** Programs that only read, and the git commands that only read. */
const programs = new Set(['ls', 'wc', 'head', 'tail', 'cat', 'grep', 'pwd', 'git']);
const gitCommands = new Set(['log', 'status', 'diff', 'show', 'ls-files', 'shortlog']);
/** Options that make even these write files or run programs. */
const forbidden = /^(?:-o|--output.*|--ext-diff|--textconv|--exec.*|--open-files-in-pager.*|-O.*)$/;
const LIMIT_MS = 20_000;
const OUTPUT_BYTES = 200_000;

/** True for a command that the demo agent would run if approved: read-only, inside the working folder, no shell. */
export function isAllowedCommand(command: string): boolean {
  if (/[;&|<>$\\\n]/.test(command)) return false;
  const [program = '', ...args] = splitWords(command);
  if (!programs.has(program) || args.some((arg) => forbidden.test(arg) || arg.startsWith('/') || arg.includes('..'))) {
    return false;
  }
  // Nothing may precede git's command: options there change how it works.
  return program !== 'git' || gitCommands.has(args[0] ?? '');
}

export interface Ran {
  exitCode: number;
  output: string;
}

/** Runs an allowed command without a shell. Never throws: a failure is a result. */
export function runCommand(command: string, cwd: string, signal: AbortSignal): Promise<Ran> {
  const [program = '', ...args] = splitWords(command);
  const options = { cwd, signal, timeout: LIMIT_MS, maxBuffer: OUTPUT_BYTES };
  const env = { ...process.env, GIT_PAGER: 'cat', GIT_OPTIONAL_LOCKS: '0' };
  return new Promise((resolve) => {
    execFile(program, args, { ...options, env }, (error, stdout, stderr) => {
      const exitCode = error === null ? 0 : typeof error.code === 'number' ? error.code : 1;
      resolve({ exitCode, output: `${stdout}${stderr}` || (error?.message ?? '') });
    });
  });
}

function splitWords(command: string): string[] {
  return [...command.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, bare]) => double ?? single ?? bare ?? '',
  );
}
