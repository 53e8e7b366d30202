import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod';
import { StartError } from '../lib/start-error.ts';

/** What the arguments of `npm test` select. */
export interface Choice {
  /** True for a step that is to run whole. */
  has(name: string): boolean;
  /** Files that are to run separately: Vitest project → absolute paths. */
  files: Map<string, string[]>;
}

const listed = z.array(z.object({ file: z.string(), projectName: z.string() }));

/**
 * Reads the arguments of `npm test`: names of steps, or of a group of them (`types`), and paths of test files or
 * folders. None: everything. Throws a StartError that lists the names if an argument is neither.
 */
export async function chooseSteps(root: string, names: readonly string[], args: readonly string[]): Promise<Choice> {
  const isName = (arg: string) => names.some((name) => isMeant(name, arg));
  const paths = args.filter((arg) => !isName(arg));
  const unknown = paths.filter((path) => !existsSync(resolve(root, path)));
  if (unknown.length > 0) throw new StartError(unknownText(unknown, names));
  return {
    has: (name) => args.length === 0 || args.some((arg) => isMeant(name, arg)),
    files: paths.length === 0 ? new Map() : await filesByProject(root, paths),
  };
}

/** `types` also means `types web` and the like. */
const isMeant = (name: string, arg: string) => name === arg || name.startsWith(`${arg} `);

function unknownText(unknown: string[], names: readonly string[]): string {
  const what = unknown.map((arg) => `"${arg}"`).join(', ');
  return `There is no step and no file called ${what}. The steps are: ${names.join(', ')}.
A test file, or a folder, is run by its path:  npm test -- web/src/lib/api.test.ts`;
}

/** Only Vitest's configuration says which project a test file belongs to. */
async function filesByProject(root: string, paths: string[]): Promise<Map<string, string[]>> {
  const tests = await listTests(root);
  const byProject = new Map<string, string[]>();
  for (const path of paths) {
    const whole = resolve(root, path);
    const found = tests.filter(({ file }) => file === whole || file.startsWith(whole + sep));
    if (found.length === 0)
      throw new StartError(`There is no test in ${path}: vitest.config.ts has no project for it.`);
    for (const { file, projectName } of found) {
      byProject.set(projectName, [...new Set([...(byProject.get(projectName) ?? []), file])]);
    }
  }
  return byProject;
}

async function listTests(root: string): Promise<z.infer<typeof listed>> {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const list = promisify(execFile)(process.execPath, [vitest, 'list', '--filesOnly', '--json'], { cwd: root });
  const { stdout } = await list.catch((error: unknown) => {
    throw new StartError(`The tests could not be listed: ${String(error)}`);
  });
  return listed.parse(JSON.parse(stdout));
}
