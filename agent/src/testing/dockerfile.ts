import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** One instruction of a Dockerfile, its continued lines joined. */
export interface Instruction {
  name: string;
  text: string;
}

const root = join(import.meta.dirname, '../../..');

export function readDockerfile(): Instruction[] {
  return readFileSync(join(root, 'agent/Dockerfile'), 'utf8')
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, name = '', text = ''] = /^(\w+)\s+(.*)$/.exec(line) ?? [];
      return { name, text };
    });
}

/** The image as folders below `place` instead of below `/`. */
export interface Image {
  env: Record<string, string>;
  command: string[];
  workingFolder: string;
  /** Commands that were left out. */
  left: string[];
}

/**
 * Carries out the Dockerfile, instruction by instruction, in an empty folder: the same commands, their paths moved
 * below it. `leaveOut` picks commands that this machine cannot or need not run.
 */
export function makeImage(place: string, leaveOut: (command: string) => boolean): Image {
  const moved = (text: string) => text.replace(/(^|[\s=])\/(build|app|opt|var)\b/g, `$1${place}/$2`);
  const image: Image = { env: {}, command: [], workingFolder: place, left: [] };
  const given: Record<string, string> = {};
  for (const { name, text } of readDockerfile()) {
    switch (name) {
      case 'FROM':
        continue;
      case 'WORKDIR':
        image.workingFolder = moved(text);
        mkdirSync(image.workingFolder, { recursive: true });
        continue;
      case 'COPY':
        copy(moved(text), image.workingFolder);
        continue;
      case 'ENV':
        for (const [, key = '', value = ''] of text.matchAll(/(\w+)=(\S+)/g)) image.env[key] = moved(value);
        continue;
      case 'ARG': {
        const [key = '', value = ''] = text.split('=');
        given[key] = value;
        continue;
      }
      case 'RUN':
        if (leaveOut(text)) image.left.push(text);
        else run(moved(text), image.workingFolder, place, given);
        continue;
      case 'CMD':
        image.command = JSON.parse(text) as string[];
        continue;
      default:
        throw new Error(`This test does not know how to do ${name} ${text}`);
    }
  }
  return image;
}

function copy(text: string, workingFolder: string): void {
  const isFromStage = text.startsWith('--from=');
  const words = text.split(/\s+/).slice(isFromStage ? 1 : 0);
  const target = words.pop() ?? '';
  for (const word of words) {
    const source = isFromStage ? word : join(root, word);
    const folder = join(target.startsWith('/') ? '/' : workingFolder, target);
    const isInto = target.endsWith('/');
    cpSync(source, isInto ? join(folder, basename(word)) : folder, { recursive: true, filter: isInContext });
  }
}

/** Whether .dockerignore lets a file into a build from sources; what a stage made is copied whole. */
function isInContext(path: string): boolean {
  if (!path.startsWith(root)) return true;
  const ignored = readFileSync(join(root, '.dockerignore'), 'utf8').trim().split('\n');
  return !ignored.some((pattern) => path.slice(root.length).split('/').includes(pattern.replace('**/', '')));
}

function run(command: string, cwd: string, place: string, given: Record<string, string>): void {
  // A command that empties npm's cache gets its own.
  const cache = command.includes('npm cache clean') ? { npm_config_cache: join(place, 'npm-cache') } : {};
  const env = {
    PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
    HOME: process.env.HOME,
    ...npmSettings(),
    ...cache,
    ...given,
  };
  execFileSync('sh', ['-ec', command], { cwd, env, stdio: 'pipe' });
}

/** This machine's npm settings and nothing else from npm's environment; packages already here are not fetched again. */
function npmSettings(): Record<string, string | undefined> {
  const given = Object.entries(process.env).filter(([name]) => /^npm_config_(registry|cache)$/i.test(name));
  return { ...Object.fromEntries(given), npm_config_prefer_offline: 'true' };
}
