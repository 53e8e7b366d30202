import type { RecordItem } from '@countersign/contract/agent';
import type { Asked } from '../risk/match-rule.ts';
import { request } from './agents.ts';
import { randomCommand } from './random-commands.ts';
import type { Random } from './random.ts';
import { delicatePaths, smuggledCommands } from './smuggled.ts';

const starts = [
  'npm test',
  'npm run lint',
  'cat',
  'ls',
  'grep TODO',
  'git status',
  'make',
  'rg TODO',
  'npm run deploy',
];
const paths = ['src/a.ts', 'src/b.ts', 'src/deep/c.ts', 'docs/a.md', 'a.txt', './src/a.ts'];
/** What may stand beside a command or a path, and sometimes changes what is done. */
const extras: Record<string, unknown>[] = [
  { cwd: '.' },
  { cwd: 'src' },
  { cwd: '/tmp' },
  { timeout: 1_000, description: 'Why' },
  { leadsTo: ['src/b.ts'] },
  { leadsTo: ['.env'] },
  { leadsTo: ['/etc/passwd', 'src/a.ts'] },
  { leadsTo: [{ pattern: '*', names: ['src/a.ts'] }] },
  { run_in_background: true },
];
/** Below and above what is parsed as one command, and what one document holds. */
const lengths = [1_900, 2_100, 15_000, 30_000];

/** A request as an agent might send it: a command or an act on files that a rule may cover, or one slip away from it. */
export function randomRequest(random: Random): RecordItem {
  const pick = <T>(all: readonly T[]) => random.pick(all) as T;
  const extra = () => (random.chance(0.15) ? pick(extras) : {});
  const long = () => 'a'.repeat(random.chance(0.1) ? pick(lengths) : 1);
  const path = () => pick(random.chance(0.1) ? delicatePaths : paths);
  const commandRequest = () => {
    const words = [pick(starts), ...Array.from({ length: random.below(3) }, path)];
    const plain = words.join(' ') + (random.chance(0.1) ? ` ${long()}` : '');
    const line = random.chance(0.6) ? plain : random.chance(0.6) ? randomCommand(random) : pick(smuggledCommands);
    const command = random.chance(0.15) ? line.split(' ') : line;
    return request({ toolParameters: { command, ...extra() } });
  };
  const fileRequest = () => {
    const edit = () => ({ path: path(), oldText: random.chance(0.5) ? 'a' : null, newText: pick(['b', '', long()]) });
    const edits = Array.from({ length: 1 + random.below(3) }, edit);
    return pick([
      () => request({ toolKind: 'edit', toolParameters: { ...edit(), ...extra() } }),
      () => request({ toolKind: 'edit', toolParameters: { edits, ...extra() } }),
      () => request({ toolKind: 'read', toolParameters: { path: path(), offset: 1, ...extra() } }),
      () => request({ toolKind: 'read', toolParameters: { paths: [path(), path()] }, filePath: pick(paths) }),
      () => request({ type: 'file_creation', toolKind: pick(['edit', 'read'] as const), ...newFile() }),
    ])();
  };
  const newFile = () => ({ toolParameters: null, filePath: pick(paths), fileContent: pick(['x', '', long()]) });
  return random.chance(0.6) ? commandRequest() : fileRequest();
}

/** A request as rules look at it, before it is stored. */
export const askedIn = ({ type, toolKind, toolParameters, filePath, fileContent }: RecordItem): Asked => ({
  type,
  toolKind: toolKind ?? null,
  parameters: toolParameters ?? null,
  filePath: filePath ?? null,
  fileContent: fileContent ?? null,
});
