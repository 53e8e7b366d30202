import { existsSync, lstatSync, readdirSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import { basename, delimiter, dirname, isAbsolute, join, resolve, sep } from 'node:path';

/** Programs and what they need; all of it is open to agents, read-only. */
const SYSTEM = ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32', '/opt'];

/** Tools that are installed beside Node and belong to it. */
const MANAGERS = ['npm', 'npx', 'corepack', 'yarn', 'yarnpkg', 'pnpm', 'pnpx'];

export interface ProgramPlaces {
  /** Where Node is. */
  node: string;
  /** Folders that no program may open, nor their parents: somebody's home, the tasks' files, the runner's own. */
  closed: readonly string[];
}

/** The bubblewrap arguments that show the system's own folders, read-only. */
export function systemBinds(): string[] {
  return SYSTEM.flatMap((path) => {
    if (!existsSync(path)) return [];
    return lstatSync(path).isSymbolicLink() ? ['--symlink', readlinkSync(path), path] : bind(path);
  });
}

/** The bubblewrap arguments for running these programs: what they need outside the system's own folders, no more. */
export function programBinds(paths: readonly string[], places: ProgramPlaces): string[] {
  const binds = paths.filter(isProgram).flatMap((path) => [path, realpathSync(path)]);
  const outside = [...new Set(binds)].filter((path) => !isSystem(path));
  const argued = outside.flatMap((path) => (isNode(path, places) ? bindsOfNode(path) : [bind(folderOf(path, places))]));
  return [...new Map(argued.map((one) => [one.join(' '), one])).values()].flat();
}

/**
 * The arguments that open a folder of AGENT_FOLDERS for reading. Tools in a home may be opened; the home itself, or what
 * the runner keeps, may not: throws for such a folder.
 */
export function openedFolder(folder: string, closed: readonly string[]): string[] {
  const path = existsSync(folder) ? realpathSync(folder) : resolve(folder);
  const within = (inner: string, outer: string) => `${inner}/`.startsWith(outer === '/' ? outer : `${outer}/`);
  const opensOthers = closed.some((one) => within(one, path)) || closed.slice(1).some((one) => within(path, one));
  if (!isAbsolute(folder) || opensOthers)
    throw new Error(
      `AGENT_FOLDERS names ${folder}, which would open more than the tools in it. Name their own folders.`,
    );
  return [folder, path].flatMap((place) => ['--ro-bind-try', path, place]);
}

/** The program behind a bare name, as a shell finds it; the name itself if it is nowhere. */
export function findProgram(name: string, path: string): string {
  if (name.includes(sep)) return name;
  const places = path.split(delimiter).map((folder) => join(folder, name));
  return places.find((place) => isProgram(place)) ?? name;
}

/** Anything but an absolute path is no program, nor is what may not be looked at. */
function isProgram(path: string): boolean {
  try {
    return path.startsWith('/') && statSync(path, { throwIfNoEntry: false })?.isFile() === true;
  } catch {
    return false;
  }
}
const isSystem = (path: string) => SYSTEM.some((folder) => path.startsWith(`${folder}/`));
const isNode = (path: string, { node }: ProgramPlaces) => path === node || path === realpathSync(node);
const bind = (path: string) => ['--ro-bind', path, path];

/**
 * Node itself, the libraries it may be linked with, and the package managers beside it. Its folder may hold anything:
 * `~/.local` has the keys of other programs, and with `npm_config_prefix=~` it is the whole home.
 */
function bindsOfNode(node: string): string[][] {
  const folder = dirname(node);
  const library = join(dirname(folder), 'lib');
  const libraries = namesIn(library).filter((name) => /^lib.+\.so(?:\.|$)/.test(name));
  return [bind(node), ...libraries.map((name) => bind(join(library, name))), ...managersOf(folder, library)];
}

/** Each one's link, and the package that it leads to. */
function managersOf(folder: string, library: string): string[][] {
  const packages = join(library, 'node_modules');
  return MANAGERS.flatMap((name) => {
    const link = join(folder, name);
    if (lstatSync(link, { throwIfNoEntry: false })?.isSymbolicLink() !== true || !existsSync(link)) return [];
    const [own = ''] = realpathSync(link)
      .slice(packages.length + 1)
      .split(sep);
    const home = join(packages, own);
    if (!MANAGERS.includes(own) || !realpathSync(link).startsWith(`${home}${sep}`)) return [];
    return [bind(home), ['--symlink', readlinkSync(link), link]];
  });
}

/** The packages that a program was installed among, or just its own folder. */
function folderOf(path: string, { closed }: ProgramPlaces): string {
  const packages = path.indexOf(`${sep}node_modules${sep}`);
  const folder = packages >= 0 ? path.slice(0, packages + '/node_modules'.length) : dirname(path);
  // A program that lies loose in somebody's home does not open the whole home.
  const opensMore = closed.some((one) => `${one}${sep}`.startsWith(folder === sep ? sep : `${folder}${sep}`));
  return opensMore || basename(folder) === '.local' ? path : folder;
}

/** What is in a folder; nothing if it cannot be read. */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
