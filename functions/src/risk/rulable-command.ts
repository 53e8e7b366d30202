import { isPlainByName, mayHoldSecrets, whyDelicate } from '@countersign/contract/agent';
import { judge } from './judge.ts';
import { LOOKS_AT_REPOSITORY } from './programs/git-changes.ts';
import { isPackageManager } from './programs/packages.ts';
import { runsAnother } from './programs/passing-on.ts';
import { asksVersion, ONLY_READS, reading } from './programs/reading.ts';
import { projectTools, RUNS_PROJECT_CODE } from './programs/weighty.ts';
import { staysInside } from './simple-command.ts';

/**
 * Package managers and the subcommands a rule may name. Others, and other subcommands, also run programs from
 * elsewhere.
 */
const runs: Record<string, ReadonlySet<string>> = {
  npm: new Set(['test', 't', 'run', 'run-script', 'start']),
  pnpm: new Set(['test', 't', 'run', 'start']),
  yarn: new Set(['test', 'run', 'start']),
  cargo: new Set(['build', 'b', 'test', 't', 'check', 'c', 'clippy', 'fmt']),
  go: new Set(['build', 'test', 'vet', 'fmt']),
  gradle: new Set(['test', 'build', 'check']),
  mvn: new Set(['test', 'compile', 'verify']),
};
const ofNode = new Set(['npm', 'pnpm', 'yarn']);
const scripts = new Set(['run', 'run-script']);
/** Git commands that change nothing but the index; what they run is what the repository's configuration names. */
const looks = new Set(['status', 'diff', 'log', 'show', 'ls-files', 'blame', 'branch', 'rev-parse']);
const objectId = /^[0-9a-f]{4,64}$/i;
const texts = new Set(['sed', 'find']);

/**
 * Options that a rule may contain word for word: they choose what is looked at or how it is reported. A command with any
 * other option is asked.
 */
const toolOptions = new Set(
  (
    '-- --run --release --workspace --workspaces -w -p --all --all-targets --silent -s --quiet -q --verbose -v --check --ci --coverage ' +
    '--fix --write --noEmit --stat --short --oneline --name-only --cached --staged --porcelain --show-current --no-pager'
  ).split(' '),
);
/** Those of them that take the next word as their value. */
const takesValue = new Set(['-w', '-p', '--workspace']);
/** What Go takes for a module, which it may fetch, by the host that its name begins with: `example.com/a`. */
const isModule = (arg: string) => /^[^./-][^/]*\./.test(arg) && !/^[^/]+\.go$/.test(arg);
/** Tools after which file names may follow. */
const takesFiles = new Set('jest mocha pytest eslint prettier mypy'.split(' '));
/** Tools without subcommands: a plain word is a folder. */
const takesFolders = new Set('eslint prettier mypy pytest'.split(' '));
/** Tools after whose subcommands file names may follow: without one, the next word would itself be a subcommand. */
const takesFilesAfter: Record<string, ReadonlySet<string>> = {
  vitest: new Set(['run', 'related']),
  ruff: new Set(['check', 'format']),
};

/** Others to which a word that begins with `./` is a file or folder. To make and its like it may be a target: `make ./deploy`. */
const takesSources = new Set(
  'go ava tap tsc biome black flake8 isort pylint rspec rubocop phpunit gofmt rustfmt rustc gcc g++ cc clang javac'.split(
    ' ',
  ),
);

/**
 * Beginnings of a name, or of a part of one as in `docs:deploy` or `CIDeploy`, by which projects call what leaves them, and
 * such a word with what npm, or a person, puts before it.
 */
const leaving = /(?:^|[^A-Za-z])(?:publish|release|deploy)/i;
const leavingAgain =
  /(?:^|[^A-Za-z])(?:(?:re|un|pre|post)(?:publish|release|deploy)(?![a-z])|(?:RE|UN|PRE|POST)(?:PUBLISH|RELEASE|DEPLOY)(?![A-Z]))|(?:Re|Un|Pre|Post)(?:publish|release|deploy)(?![a-z])/;
const leavingInside = /[A-Za-z](?:Publish|PUBLISH|Release|RELEASE|Deploy|DEPLOY)/;
/** Words that mean the same where they are a part of their own, and programs that do nothing else, as projects call their scripts. */
const leavingByWord = /(?:^|[^A-Za-z])(?:push|upload)(?![A-Za-z])/i;
const leavingByName =
  /^(?:gh-pages|surge|vercel|netlify|wrangler|firebase|heroku|fly(?:ctl)?|serverless|sls|cdk|pulumi|sst|eas|twine|semantic-release)(?![A-Za-z-])/i;

/**
 * Whether a script or target is called like one that publishes something. It is the project's own code like any other,
 * but no rule covers it. What follows as the name of a file may be called anything.
 */
export function isPublishing(words: readonly string[]): boolean {
  const [program = '', first = ''] = words;
  if (!projectTools.has(program) && !isPackageManager(program)) return false;
  const fixed = !ofNode.has(program) ? 0 : scripts.has(first) ? 2 : 1;
  const takesNames = ofNode.has(program) || takesFiles.has(program) || Object.hasOwn(takesFilesAfter, program);
  const isFile = (word: string, index: number) =>
    takesNames ? index > fixed && /[./]/.test(word) : takesSources.has(program) && word.startsWith('./');
  const isLeaving = (word: string) =>
    !word.startsWith('-') &&
    [leaving, leavingAgain, leavingInside, leavingByWord, leavingByName].some((one) => one.test(word));
  return words.some((word, index) => index > 0 && isLeaving(word) && !isFile(word, index));
}

/** Whether a rule may name this command at all: its effects are known, and stay inside. Fails closed. */
export function isRulable(words: readonly string[]): boolean {
  const [program = '', ...args] = words;
  if (!/^[A-Za-z][\w-]*$/.test(program) || !args.every(staysInside)) return false;
  const found = judgeWords(words);
  if (!found.judged || found.level === 'high' || isPublishing(words)) return false;
  if (Object.hasOwn(reading, program) || texts.has(program) || isVersion(words)) return found.level === 'low';
  const isKnown = found.reasons.every(({ text }) => understood.has(text));
  return isKnown && args.every(isPlainArgument) && isRun(program, args);
}

/** The only effects allowed, besides reading files. */
const understood = new Set([RUNS_PROJECT_CODE, LOOKS_AT_REPOSITORY, ONLY_READS]);

const isVersion = ([program = '', ...args]: readonly string[]) => args.length === 1 && asksVersion(program, args[0]);

const isPlainArgument = (arg: string) =>
  (!arg.startsWith('-') && !arg.includes('=')) || toolOptions.has(arg) || /^-\d+$/.test(arg);

function isRun(program: string, args: readonly string[]): boolean {
  const [first = '', second = ''] = args;
  if (runsAnother(program, args)) return false;
  // `git log -p` prints whatever any file has ever contained; `git diff` with the empty tree's id whatever they contain.
  if (program === 'git')
    return looks.has(first) && !(first === 'log' && args.includes('-p')) && !args.some((arg) => objectId.test(arg));
  if (program === 'go' && args.some(isModule)) return false;
  // Without these, Prettier prints the files of a folder.
  if (program === 'prettier') return args.includes('--check') || args.includes('--write');
  if (!isPackageManager(program)) return projectTools.has(program);
  if (!Object.hasOwn(runs, program) || !runs[program]?.has(first)) return false;
  // What follows are more tasks: `gradle test properties` prints passwords.
  if (program === 'gradle' || program === 'mvn')
    return args.every((arg) => arg.startsWith('-') || runs[program]?.has(arg));
  return !scripts.has(first) || /^[A-Za-z]/.test(second);
}

/** Programs that only read, to which a name is no file: `sleep infinity`. */
const takesOther = new Set(['cd', 'test', 'sleep']);

/** Whether file names may follow the words: the command must do the same with any file. */
export function mayTakePaths(words: readonly string[]): boolean {
  const [program = '', first = '', script] = words;
  if (Object.hasOwn(reading, program)) return !takesOther.has(program);
  if (takesValue.has(words.at(-1) ?? '')) return false;
  if (Object.hasOwn(takesFilesAfter, program)) return takesFilesAfter[program]?.has(first) === true;
  if (takesFiles.has(program)) return true;
  const isNamed = runs[program]?.has(first) === true && (!scripts.has(first) || script !== undefined);
  return isNamed && ofNode.has(program);
}

/**
 * A word that the program takes for the name of a file in the workspace, and an ordinary one: of a source or text, if it
 * has an ending. A program that runs the project's code may take a word for something else, e.g. `mocha init`, and
 * scripts pass theirs on: there a name must have a `/` or a `.`, and be none of a host: `example.com/a`.
 */
export function isPathFor([program = '']: readonly string[], word: string): boolean {
  if (!isInnerPath(word)) return false;
  if (Object.hasOwn(reading, program)) return true;
  return (takesFolders.has(program) || /[./]/.test(word)) && !/^[^/]*\.[^/]*\//.test(word);
}

function isInnerPath(word: string): boolean {
  const segments = word.split('/');
  const name = segments.at(-1) ?? '';
  return (
    /^[\w][\w.+-]*(?:\/[\w.+-]+)*$/.test(word) &&
    (!name.includes('.') || isPlainByName(name)) &&
    staysInside(word) &&
    whyDelicate(segments) === null &&
    !mayHoldSecrets(segments)
  );
}

/** Whether files that the agent can change decide what the command runs. */
export function runsProjectCode(words: readonly string[]): boolean {
  return judgeWords(words).level !== 'low';
}

function judgeWords(words: readonly string[]) {
  const parameters = { command: [...words] };
  return judge({ type: 'tool_call', toolKind: 'execute', parameters, filePath: null, fileContent: null }, null);
}
