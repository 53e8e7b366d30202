import { type Call, type Rule, subcommandOf } from '../call.ts';
import type { Arg } from '../words.ts';
import { FETCHES, judgeTasks, PUBLISHES } from './builders.ts';
import { STRANGE } from './reading.ts';
import { RUNS_PROJECT_CODE, TALKS_TO_NETWORK, weighty } from './weighty.ts';
import type { JudgeInner } from './wrappers.ts';

const setOf = (words: string) => new Set(words.split(' '));

interface Manager {
  /** Subcommands that run what the project says. */
  run?: string;
  /** Those that only list what is installed. */
  list?: string;
  /** Those that fetch packages. */
  fetch?: string;
  /** Those that pass something on to everybody. */
  publish?: string;
}

const node: Manager = {
  run: 'test t run run-script start build lint',
  list: 'ls list why explain root prefix bin',
  fetch:
    'install i ci add update up upgrade outdated view info audit exec x dlx create init remove uninstall rebuild dedupe',
  publish: 'publish unpublish deprecate login logout whoami token owner access dist-tag',
};
const python: Manager = {
  list: 'list show freeze check',
  fetch: 'install uninstall download wheel add sync lock update remove',
  run: 'run',
  publish: 'publish upload',
};

/** Package managers, by their subcommands. */
const managers: Record<string, Manager> = {
  npm: node,
  pnpm: node,
  yarn: node,
  bun: node,
  pip: python,
  pip3: python,
  uv: python,
  poetry: python,
  cargo: {
    run: 'build b test t check c clippy fmt run r doc bench',
    list: 'tree metadata',
    fetch: 'install add update fetch remove uninstall',
    publish: 'publish yank login owner',
  },
  go: { run: 'build test vet run fmt generate list', fetch: 'get install mod work download' },
  dotnet: { run: 'build test run format', fetch: 'add restore tool', publish: 'nuget publish' },
  mvn: { run: 'clean validate test compile test-compile package verify', fetch: 'install', publish: 'deploy' },
  gradle: { run: 'clean test build check assemble', publish: 'publish' },
  composer: { run: 'test run-script', list: 'show', fetch: 'install update require remove' },
  bundle: { run: 'exec', list: 'list show', fetch: 'install update add' },
  gem: { list: 'list', fetch: 'install update uninstall', publish: 'push yank owner' },
};

const meanings = [
  ['run', 'medium', RUNS_PROJECT_CODE],
  ['list', 'medium', 'Lists packages, as the project’s own settings say'],
  ['fetch', 'high', FETCHES],
  ['publish', 'high', PUBLISHES],
] as const;

/** Whether a program of this name installs packages or runs a project’s scripts. */
export const isPackageManager = (name: string) => Object.hasOwn(managers, name);

/** Subcommands that run whatever program is named behind them, be it the project's or not. */
const runners: Record<string, string> = { bun: 'run', bundle: 'exec', poetry: 'run', uv: 'run' };

/** Where the project has no script of this name, Yarn runs the program that a package has brought: `yarn run wrangler deploy`. */
const isInstalled = ({ name, args: [subcommand, program] }: Call) =>
  name === 'yarn' && subcommand?.value === 'run' && Object.hasOwn(weighty, program?.value ?? '');

/** Judges package managers, with what they run. `judgeInner` goes on with the argument at a place. */
export function packages(judgeInner: JudgeInner): Record<string, Rule> {
  return Object.fromEntries(
    Object.entries(managers).map(([name, manager]) => [
      name,
      (given: Call) => {
        const call = { ...given, args: withoutGlobals(name, given.args) };
        judgeManager(call, manager);
        if (runners[name] === subcommandOf(call) || isInstalled(call)) judgeInner(call, 1);
      },
    ]),
  );
}

/** Options before the subcommand that say where it runs, and how much it prints: with a value as the next word, or without. */
const globals: Record<string, { valued: Set<string>; flags: Set<string>; joined?: RegExp }> = {
  npm: { valued: setOf('--prefix -C --workspace -w'), flags: setOf('--workspaces -ws --silent -s') },
  pnpm: { valued: setOf('--dir -C --filter -F'), flags: setOf('--recursive -r --workspace-root -w --silent') },
  yarn: { valued: setOf('--cwd'), flags: setOf('--silent -s') },
  mvn: {
    valued: setOf('-pl --projects -T --threads'),
    flags: setOf(
      '-q --quiet -B --batch-mode -ntp --no-transfer-progress -o --offline -e -am --also-make -fae --fail-at-end',
    ),
    joined: /^-(?:D(?:skipTests|skipITs|maven\.test\.skip)(?:=(?:true|false))?|T\d+(?:\.\d+)?C?)$/,
  },
  gradle: {
    valued: setOf('--console -x --exclude-task'),
    flags: setOf('-q --quiet --offline --no-daemon --stacktrace -s --info -i --continue --parallel'),
  },
  cargo: { valued: setOf('--color'), flags: setOf('--locked --offline --frozen -q --quiet -v -vv --verbose') },
};

function withoutGlobals(name: string, args: Arg[]): Arg[] {
  const { valued, flags, joined: known } = globals[name] ?? {};
  let at = 0;
  for (let value = args[at]?.value; value != null; value = args[at]?.value) {
    const [option = '', joined] = value.split('=');
    // A pattern may become several words: the subcommand, too.
    const next = args[at + 1]?.isPattern ? '-' : (args[at + 1]?.value ?? '-');
    if (known?.test(value)) at += 1;
    else if (joined === undefined ? flags?.has(option) : option.startsWith('--') && valued?.has(option)) at += 1;
    else if (joined === undefined && valued?.has(option) && !next.startsWith('-')) at += 2;
    else break;
  }
  return args.slice(at);
}

const elsewhere = new Set(['go run', 'go list', 'uv run']);
/** Options with which listing asks the registry. */
const askingRegistry: Record<string, RegExp> = {
  'pip list': /^(?:-[elqv]*[ouif]|--(?:o|up|ind|ext|fi))/,
  'pip3 list': /^(?:-[elqv]*[ouif]|--(?:o|up|ind|ext|fi))/,
  'poetry show': /^(?:-[a-zA-Z]*[lo]|--(?:l|o))/,
  'gem list': /^(?:-[a-z]*[rbs]|--(?:r|b|so))/,
  'composer show': /^(?:-[a-zA-Z]*[loaA]|--(?:la|o|al|av))/,
  'bundle show': /^--ou/,
  'go list': /^--?(?:u|versions|retracted)(?:=|$)/,
};
/** Options that name a program, or settings that do. */
const naming = /^--?(?:exec|toolexec|vettool|config)(?:[=.]|$)/;
/** Those of npm, which knows them by their beginnings, too: `--script-shell`, `--node-options`. */
const namingForNode = /^--?(?:scr|node-o)/;

function judgeManager(call: Call, manager: Manager): void {
  const { report } = call.setting;
  const subcommand = subcommandOf(call);
  // `yarn` alone installs.
  if (call.args.length === 0) return report.add('high', FETCHES, call.span);
  if (call.args.length === 1 && isVersion(call)) return report.add('medium', RUNS_PROJECT_CODE, call.span);
  const isNaming = (value: string) => naming.test(value) || (manager === node && namingForNode.test(value));
  const strange = call.args.find(({ value }) => isNaming(value ?? ''));
  if (strange) report.add('unknown', STRANGE, strange.span);
  // `go run`, `go list` and `uv run` take what is elsewhere, by its version or address.
  const versioned = call.name === 'go' ? /^[\w./~-]+@/ : /:\/\//;
  const isElsewhere = packagesOf(call).some(({ value }) => value !== null && versioned.test(value));
  if (isElsewhere && elsewhere.has(`${call.name} ${subcommand}`)) report.add('high', FETCHES, call.span);
  judgeTasks(call, call.name);
  const found = meanings.find(([kind]) => manager[kind]?.split(' ').includes(subcommand ?? ''));
  const asks = askingRegistry[`${call.name} ${subcommand}`];
  const asking = call.args.slice(1).find(({ value }) => value !== null && asks?.test(value));
  if (asking) report.add('high', TALKS_TO_NETWORK, asking.span);
  if (manager === node && subcommand?.startsWith('run') && runsEnv(call.args.slice(1)))
    report.add('high', 'Shows the environment, which may hold secrets', call.span);
  if (found) report.add(found[1], found[2], call.span);
  else report.add('unknown', 'An unknown package manager command', call.span);
}

/** What may name a package. What follows that of `go run` is its program's own: `go run . a@example.com`. */
function packagesOf({ name, args }: Call): readonly Arg[] {
  const [subcommand, first] = args;
  const isFirst = first?.value != null && !first.value.startsWith('-') && !first.isPattern;
  return name === 'go' && subcommand?.value === 'run' && isFirst ? [first] : args;
}

/** The project may say which version of the manager itself runs, and have that fetched. */
const isVersion = (call: Call) =>
  /^(?:--version|-v|-V)$/.test(subcommandOf(call) ?? '') || (call.name === 'go' && subcommandOf(call) === 'version');

/** Not a script of the project's: npm's own, where it has none of this name. Before it are options, each perhaps with a value. */
function runsEnv(args: readonly Arg[]): boolean {
  const isOption = (arg: Arg | undefined) => arg?.value?.startsWith('-') === true;
  const name = args.findIndex(({ value }) => value === 'env');
  return name !== -1 && args.slice(0, name).every((arg, index) => isOption(arg) || isOption(args[index - 1]));
}
