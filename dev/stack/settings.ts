import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import * as z from 'zod';
import { StartError } from '../lib/start-error.ts';
import { START_PORTS, type Ports } from './ports.ts';

export const PROJECT_DEFAULT = 'demo-countersign';

const root = join(import.meta.dirname, '../..');
const names = Object.keys(START_PORTS) as (keyof Ports)[];
const port = z.number().int().min(1).max(65_535);
const somePorts = z.strictObject(Object.fromEntries(names.map((name) => [name, port.optional()])));

const ports = z.string().transform((text, context): Partial<Ports> => {
  try {
    return somePorts.parse(text.trim() === '' ? {} : JSON.parse(text));
  } catch {
    context.addIssue(`must be JSON such as {"hosting":5010}; it may name ${names.join(', ')}`);
    return z.NEVER;
  }
});

/**
 * Each program of a stack has a working folder of its own, and only a shell expands `~`: a folder is named from the
 * checkout's root, where npm runs its scripts, wherever it is said.
 */
const folder = z
  .string()
  .regex(/^(?!~[^/]|~$)/, 'must be a path; of what begins with ~ only ~/ is known, your home')
  .transform((said) => resolve(root, said.replace(/^~(?=\/)/, homedir())));

/** A line of .env that is left blank sets nothing. */
const blankIsAbsent = (value: unknown) => (value === '' ? undefined : value);

const settings = z.object({
  /** JSON with other ports, e.g. {"hosting": 5010}. */
  COUNTERSIGN_PORTS: ports.default({}),
  /** Where the stack keeps everything. */
  COUNTERSIGN_FOLDER: folder.optional(),
  /** `real`: one's own repositories at GitHub, instead of the local git host with samples. */
  COUNTERSIGN_GITHUB: z.enum(['local', 'real'], 'must be local or real').default('local'),
  COUNTERSIGN_PROJECT: z.string().default(PROJECT_DEFAULT),
  // The runner refuses wrong values too, but only once the first container starts.
  AGENT_ISOLATION: z.enum(['bubblewrap'], 'must be bubblewrap, or empty to isolate no agent').optional(),
  AGENT_INTERNET: z.enum(['on', 'off'], 'must be on or off').optional(),
});
export type StartSettings = z.infer<typeof settings>;

/** The settings of a started stack, which the environment may move aside. Throws a StartError naming each wrong one. */
export function startSettings(environment: NodeJS.ProcessEnv): StartSettings {
  const said = Object.entries(environment).map(([name, value]) => [name, blankIsAbsent(value)]);
  const result = settings.safeParse(Object.fromEntries(said));
  if (result.success) return result.data;
  throw new StartError(result.error.issues.map(({ path, message }) => `${path.join('.')} ${message}.`).join('\n'));
}
