import { commandLine, commandParameters, rulePattern, type RulePattern } from '@countersign/contract';
import { isPlainByName } from '@countersign/contract/agent';
import { type Act, bringsFile } from './act.ts';
import { emptyingOf } from './empty-files.ts';
import { judge } from './judge.ts';
import { pathsIn } from './judge-files.ts';
import { coversNothing, isOfPattern } from './path-pattern.ts';
import { placeOf } from './paths.ts';
import type { Judgement } from './report.ts';
import { isPathFor, isPublishing, isRulable, mayTakePaths, runsProjectCode as runsCode } from './rulable-command.ts';
import { simpleWords } from './simple-command.ts';

/** A request as it is hashed, reduced to what rules look at. */
export type Asked = Act;

/** Parameters that may accompany a command without changing what runs. */
const beside = new Set([
  'command',
  'cwd',
  'workdir',
  'directory',
  'dir_path',
  'description',
  'timeout',
  'timeout_ms',
  'timeoutMs',
]);
const folders = ['cwd', 'workdir', 'directory', 'dir_path'];

/**
 * Whether a rule with this pattern approves a request: the same test for requests and for the preview. Never if the
 * request could do much harm, cannot be judged, or is anything but a command or an act on files. Paths are relative to
 * the workspace, as runners send them: an absolute path might end like the workspace's and be another one.
 */
export function matches(pattern: RulePattern, asked: Asked): boolean {
  if (asked.type !== 'tool_call' && asked.type !== 'file_creation') return false;
  const found = judgementOf(asked);
  if (!found.judged || found.level === 'high') return false;
  return pattern.kind === 'command'
    ? isOfCommand(pattern, wordsAsked(asked))
    : isOfFiles(pattern, segmentsAsked(asked), asked);
}

/** A long request takes a while to judge, and is compared with many patterns. */
const judgements = new WeakMap<Asked, Judgement>();

function judgementOf(asked: Asked): Judgement {
  const known = judgements.get(asked) ?? judge(asked, null);
  judgements.set(asked, known);
  return known;
}

const NO_SUCH_FILE =
  'No rule can cover these files: they decide what runs, may hold secrets, or cannot be told from such. You are asked each time.';

/** Why no rule may have this pattern, in words; null if one may. */
export function whyNoRule(pattern: RulePattern): string | null {
  if (pattern.kind === 'file') return coversNothing(pattern.path) ? NO_SUCH_FILE : null;
  if (isPublishing(pattern.words)) {
    return 'No rule can cover what publishes, releases or deploys. You are asked each time.';
  }
  if (!isRulable(pattern.words)) {
    return 'No rule can cover this command: it could do more than it says, or more than is known about it. You are asked each time.';
  }
  if (pattern.rest === 'paths' && !mayTakePaths(pattern.words)) return 'Nothing may follow this command in a rule.';
  return null;
}

/** Whether it runs what files say that the agent can change. */
export const runsProjectCode = (pattern: RulePattern) => pattern.kind === 'command' && runsCode(pattern.words);

/** Patterns that would cover a request, the narrowest first. Some could not be written as a rule, such as a file with a space. */
export function proposePatterns(asked: Asked): RulePattern[] {
  const words = wordsAsked(asked);
  const candidates = words === null ? filePatterns(asked) : commandPatterns(words);
  return candidates.filter(
    (pattern) => rulePattern.safeParse(pattern).success && whyNoRule(pattern) === null && matches(pattern, asked),
  );
}

function isOfCommand({ words, rest }: RulePattern & { kind: 'command' }, asked: string[] | null): boolean {
  if (asked === null || words.some((word, index) => asked[index] !== word) || !isRulable(asked)) return false;
  const behind = asked.slice(words.length);
  if (behind.length === 0) return true;
  return rest === 'paths' && mayTakePaths(words) && behind.every((word) => isPathFor(words, word));
}

/** The words of a command that runs in the workspace itself, without unknown parameters. */
function wordsAsked({ toolKind, parameters, filePath }: Asked): string[] | null {
  const found = commandParameters.safeParse(parameters);
  if (toolKind !== 'execute' || filePath !== null || !found.success) return null;
  for (const [name, value] of Object.entries(parameters as object)) {
    if (!beside.has(name)) return null;
    if (folders.includes(name) && value !== null && !isWorkspace(value)) return null;
  }
  const { command } = found.data;
  const words = simpleWords(commandLine(found.data));
  const isSame = typeof command === 'string' || words?.join('\0') === command.join('\0');
  return isSame ? words : null;
}

function isWorkspace(folder: unknown): boolean {
  // Behind a link, `..` leads elsewhere than it says.
  if (typeof folder !== 'string' || folder.split('/').includes('..')) return false;
  const place = placeOf(folder, null);
  return place.at === 'inside' && place.path === '';
}

function isOfFiles({ act, path }: RulePattern & { kind: 'file' }, asked: string[][] | null, request: Asked): boolean {
  if (act === 'read' ? bringsFile(request) : emptyingOf(request) !== null) return false;
  return request.toolKind === act && asked !== null && asked.every((segments) => isOfPattern(path, segments));
}

/** Every file of the request; null where one is not known to be inside, or there is none. */
function segmentsAsked({ toolKind, parameters, filePath }: Asked): string[][] | null {
  if (toolKind !== 'read' && toolKind !== 'edit') return null;
  const { paths, strange } = pathsIn(toolKind, parameters);
  const all = [...(filePath === null ? [] : [filePath]), ...paths];
  if (strange !== null || all.length === 0) return null;
  const places = all.map((path) => (path.split('/').includes('..') ? null : placeOf(path, null)));
  const inside = places.flatMap((place) => (place?.at === 'inside' ? [place.segments] : []));
  return inside.length === all.length ? inside : null;
}

function commandPatterns(words: string[]): RulePattern[] {
  const fixed = words.findLastIndex((word) => !isPathFor(words, word)) + 1;
  const isNode = words[0] === 'npm' || words[0] === 'pnpm' || words[0] === 'yarn';
  const start = Math.max(isNode ? 2 : 1, fixed);
  const isScript = isNode && (words[1] === 'run' || words[1] === 'run-script');
  const open = words.slice(0, isScript ? Math.max(start, 3) : start);
  return [
    { kind: 'command', words, rest: 'none' },
    { kind: 'command', words: open, rest: 'paths' },
  ];
}

function filePatterns(asked: Asked): RulePattern[] {
  const [segments, ...more] = segmentsAsked(asked) ?? [];
  if (segments === undefined || more.some((other) => other.join('/') !== segments.join('/'))) return [];
  const act = asked.toolKind === 'read' ? 'read' : 'edit';
  const folder = segments.slice(0, -1);
  const name = segments.at(-1) ?? '';
  // Of settings and data a pattern must say the ending.
  const isPlain = isPlainByName(name);
  const any = isPlain ? '*' : `*${/\.[^.]+$/.exec(name)?.[0] ?? ''}`;
  const below = [...folder.slice(0, 1), '**', ...(isPlain ? [] : [any])];
  const paths = [segments, ...(folder.length > 0 ? [[...folder, any]] : []), below];
  return paths.map((path) => ({ kind: 'file', act, path: path.join('/') }));
}
