import { always, type Call, type Rule } from '../call.ts';
import { parseOptions } from '../options.ts';
import type { Weight } from '../report.ts';
import { STRANGE } from './reading.ts';

export const TALKS_TO_NETWORK = 'Talks to the network';
export const RUNS_PROJECT_CODE = 'Runs the project’s own code, whatever that does';

/** Programs whose name alone says what they do. */
const named: [programs: string, weight: Weight, text: string][] = [
  ['rm rmdir unlink shred srm wipe', 'high', 'Deletes files'],
  ['chmod chown chgrp chattr setfacl setcap umask xattr', 'high', 'Changes permissions'],
  ['sudo su doas pkexec runuser', 'high', 'Asks for the rights of another user'],
  ['kill pkill killall skill', 'high', 'Ends other programs'],
  ['crontab at batch systemctl service launchctl systemd-run', 'high', 'Changes what runs automatically'],
  [
    'mount umount mkfs fdisk parted losetup reboot shutdown halt poweroff sysctl modprobe insmod iptables',
    'high',
    'Changes the machine',
  ],
  ['apt apt-get aptitude dpkg yum dnf rpm apk brew pacman zypper snap flatpak', 'high', 'Installs or removes software'],
  ['docker podman nerdctl kubectl helm docker-compose minikube', 'high', 'Runs or changes containers'],
  ['npx bunx pnpx uvx pipx', 'high', 'May fetch a program from the network and run it'],
  [
    'ssh scp sftp rsync nc ncat netcat telnet ftp tftp socat ping dig nslookup host http https aria2c lynx w3m openssl ' +
      'twine semantic-release release-it surge gh-pages serverless sls cdk pulumi sst eas ngrok localtunnel cloudflared ' +
      'gh glab aws gcloud gsutil az terraform vercel netlify firebase heroku fly wrangler mail sendmail mutt',
    'high',
    TALKS_TO_NETWORK,
  ],
  ['dd', 'high', 'Writes raw bytes to a file or a device'],
  ['gpg gpg2 pass security keyctl ssh-keygen ssh-add ssh-agent', 'high', 'Handles keys or passwords'],
  ['printenv', 'high', 'Shows the environment, which may hold secrets'],
  [
    'jest vitest mocha ava tap tsc eslint prettier biome pytest py.test tox nox ruff mypy black flake8 isort pylint cmake ctest ' +
      'rspec rubocop phpunit gofmt rustfmt rustc gcc g++ cc clang javac make gmake ninja just task vite webpack rollup esbuild ' +
      'playwright cypress turbo nx ts-node tsx deno',
    'medium',
    RUNS_PROJECT_CODE,
  ],
];

/** Tools that only run what the project's files say; others of their kind also accept code or addresses. */
export const projectTools: ReadonlySet<string> = new Set(
  named
    .filter(([, , text]) => text === RUNS_PROJECT_CODE)
    .flatMap(([programs]) => programs.split(' '))
    .filter((name) => !['deno', 'tsx', 'ts-node'].includes(name)),
);

/** Programs that fetch from the network and print the result. */
export const downloading = new Set('curl wget aria2c http https lynx w3m nc ncat netcat'.split(' '));

/** The words that make a tool fetch, publish, sign in or report, which otherwise runs what the project's files say. */
const online: Record<string, RegExp> = {
  playwright: /^(?:install|install-deps|codegen|open|screenshot|pdf|cr|ff|wk|show-trace)$/,
  cypress: /^(?:install|--record(?:=.*)?)$/,
  turbo: /^(?:login|logout|link|telemetry|--(?:token|api)(?:=|$))/,
  nx: /^(?:login|logout|register|connect|connect-to-nx-cloud|migrate|add|release|import|view-logs|configure-ai-agents|mcp|start-ci-run|start-agent|stop-all-agents|complete-ci-run|fix-ci|apply-locally|download-cloud-client|polygraph)$/,
  mypy: /^--ins/,
  eslint: /^--init$/,
  pytest: /--pas/,
  'py.test': /--pas/,
  // It sends its results to a dashboard.
  ctest: /^(?:-[DMT]|--(?:dashboard|test-action|test-model))/,
};

/** By what such a tool deletes a folder, whatever is in it; browsers are kept outside of the workspace, for all projects. */
const emptying: Record<string, RegExp> = {
  pytest: /--basetemp/,
  'py.test': /--basetemp/,
  playwright: /^(?:uninstall|clear-cache)$/,
  cypress: /^(?:clear|prune)$/,
};

/** By what such a tool is told where to write; it first deletes what is there. */
const emptyingFirst: Record<string, RegExp> = {
  vite: /^--(?:build\.)?out-?dir(?:=|$)/i,
  playwright: /^--output(?:=|$)/,
  vitest: /^--coverage\.reports-?directory(?:=|$)/i,
};
/** What folders are called that hold only what tools have made. */
const output =
  /^\.?(?:dist|build|out|output|target|coverage|reports?|test-results|playwright-report|te?mp|cache)(?:[-_.][\w.-]*)?$/i;

/** Subcommands that do so. Behind `run`, the same word is a task or the name of a test. */
const fetching: Record<string, RegExp> = {
  nx: /^(?:init|new|g|generate)$/,
  webpack: /^(?:init|create|new|loader|plugin|migrate)$/,
  turbo: /^(?:g|gen|generate)$/,
  tap: /^plugin$/,
  vitest: /^init$/,
};

/** The compiler runs its parts by another program. */
const wrapping = /^--?wrapper/;

/** Tools to which `@a.txt` stands for the words in that file: more options, whatever these are. */
const withArgumentFiles = new Set('gcc g++ cc clang rustc javac mypy pytest py.test'.split(' '));

/** Options that give such a tool a command, or settings with one, as text. */
const given: Record<string, RegExp> = {
  nx: /^--commands?(?:=|$)/,
  tox: /^(?:-[qrvl]*x|--ov)/,
  ctest: /^--(?:build-and-test|test-command)$/,
  just: /^(?:--command=|--(?:shell|shell-arg|chooser)(?:=|$))/,
  gcc: wrapping,
  'g++': wrapping,
  cc: wrapping,
  clang: wrapping,
  rustc: /linker=/,
  javac: /^-J/,
  pylint: /^--ini/,
  // A plug-in may be written out, as may what it is given.
  rollup: /^(?:-[A-Za-z]*p|--p(?:lugin)?(?:\W|$)|--config-?plugin|--?w(?:atch)?\.)/i,
};

export const weighty: Record<string, Rule> = {
  ...Object.fromEntries(
    named.flatMap(([programs, weight, text]) => programs.split(' ').map((name) => [name, always(weight, text)])),
  ),
  curl: judgeDownload,
  wget: judgeDownload,
  tsx: judgeTool,
  deno: judgeDeno,
  cmake: judgeCmake,
  'ts-node': judgeTool,
  ...Object.fromEntries(
    [online, emptying, emptyingFirst, fetching, given]
      .flatMap((by) => Object.keys(by))
      .map((name) => [name, judgeByOptions]),
  ),
};

function judgeDownload({ args, setting, span }: Parameters<Rule>[0]): void {
  setting.report.add('high', TALKS_TO_NETWORK, span);
  const sends = args.find(
    ({ value }) => value !== null && /^(?:-d|-F|-T|--data|--form|--upload-file|--post)/.test(value),
  );
  if (sends) setting.report.add('high', 'Sends data to the network', sends.span);
}

function judgeByOptions({ name, args, setting, span }: Call): void {
  const run = args.findIndex(({ value }) => value === 'run');
  const found =
    args.find(({ value }) => value !== null && online[name]?.test(value)) ??
    (run === -1 ? args : args.slice(0, run)).find(({ value }) => value !== null && fetching[name]?.test(value));
  setting.report.add('medium', RUNS_PROJECT_CODE, span);
  if (found) setting.report.add('high', TALKS_TO_NETWORK, found.span);
  const empties = args.find(({ value }) => value !== null && emptying[name]?.test(value));
  for (const { span: at } of [empties, emptied(name, args)].flatMap((one) => one ?? []))
    setting.report.add('high', 'Deletes files', at);
  // What follows `--` is passed on.
  const end = args.findIndex(({ value }) => value === '--');
  const own = end === -1 ? args : args.slice(0, end);
  const text = own.find(({ value }) => value !== null && given[name]?.test(value));
  if (text) setting.report.add('unknown', 'Runs code that is given as text', text.span);
  const file = withArgumentFiles.has(name) ? args.find(({ value }) => value?.startsWith('@')) : undefined;
  if (file) setting.report.add('unknown', STRANGE, file.span);
}

/** The option that has such a tool empty a folder that may hold more than what it has made itself. */
function emptied(name: string, args: Call['args']): Call['args'][number] | undefined {
  return args.find(({ value }, index) => {
    if (value === null || !emptyingFirst[name]?.test(value)) return false;
    const at = value.indexOf('=');
    const next = args[index + 1];
    const folder = at === -1 ? (next?.isPattern ? null : next?.value) : value.slice(at + 1);
    const segments = folder?.split('/').filter((segment) => segment !== '' && segment !== '.') ?? [];
    return segments.includes('..') || !output.test(segments.at(-1) ?? '');
  });
}

const denoRuns = new Set(['run', 'task', 'test', 'bench', 'check', 'fmt', 'lint', 'doc']);
const denoFetches = new Set('install add remove cache upgrade update outdated publish deploy jupyter init'.split(' '));

/** Deno runs code from an address just like a file. */
function judgeDeno(call: Call): void {
  const { args, setting, span } = call;
  const [first] = args;
  const isElsewhere = args.some(({ value }) => /^(?:npm|jsr|node):|:\/\//.test(value ?? ''));
  if (isElsewhere || denoFetches.has(first?.value ?? '')) setting.report.add('high', TALKS_TO_NETWORK, span);
  else if (denoRuns.has(first?.value ?? '')) judgeTool(call);
  else setting.report.add('unknown', 'Runs code that is given as text', span);
}

/** `cmake -E` has commands of its own, such as `rm`. */
function judgeCmake({ args, setting, span }: Call): void {
  const [option, action] = args;
  setting.report.add('medium', RUNS_PROJECT_CODE, span);
  if (option?.value !== '-E') return;
  const deletes = /^(?:rm|remove|remove_directory|rename)$/.test(action?.value ?? '');
  if (deletes) setting.report.add('high', 'Deletes files', span);
  else setting.report.add('unknown', 'Runs a program', span);
}

/** A tool that also accepts code as an argument. */
function judgeTool({ args, setting, span }: Parameters<Rule>[0]): void {
  const { operands } = parseOptions(args, {});
  const evaluates = args.some(
    ({ value }) => value === null || /^(?:-[ep]+|--(?:eval|print)(?:=.*)?|eval)$/s.test(value),
  );
  if (evaluates || operands.length === 0) setting.report.add('unknown', 'Runs code that is given as text', span);
  else setting.report.add('medium', RUNS_PROJECT_CODE, span);
}
