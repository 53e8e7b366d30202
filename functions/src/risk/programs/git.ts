import type { Call } from '../call.ts';
import { enterFolder, judgeReading, judgeWriting } from '../judge-path.ts';
import { leadsOut } from '../paths.ts';
import type { Arg } from '../words.ts';
import { judgeGitChange, LOOKS_AT_REPOSITORY, type GitCall } from './git-changes.ts';
import { CONTINUES_ELSEWHERE, ONLY_READS } from './reading.ts';
import { TALKS_TO_NETWORK } from './weighty.ts';

/**
 * Commands that look at history and files. They do not count as read-only: the repository's own configuration and
 * attributes, which the agent can write, name programs that these run (docs/decisions/013).
 */
const looking = new Set(
  (
    'log status diff show blame annotate shortlog describe ls-files ls-tree cat-file grep rev-list rev-parse name-rev merge-base ' +
    'for-each-ref show-ref show-branch whatchanged diff-tree diff-index diff-files count-objects check-ignore check-attr range-diff ' +
    'cherry verify-commit verify-tag fsck'
  ).split(' '),
);
const connecting = new Set('fetch pull clone ls-remote submodule request-pull send-email svn p4 lfs'.split(' '));

/** These print where the repository is; no object, index or work tree is looked at. */
const placeQuestions = new Set(
  '--show-toplevel --git-dir --absolute-git-dir --git-common-dir --show-prefix --show-cdup --is-inside-work-tree --is-inside-git-dir --is-bare-repository'.split(
    ' ',
  ),
);

/** Options with which a reading command writes a file or runs a program. They may be abbreviated. */
const dangerous: [option: string, text: string][] = [
  ['--output', 'Writes its output to a file'],
  ['--ext-diff', 'Runs programs that the repository’s configuration names'],
  ['--textconv', 'Runs programs that the repository’s configuration names'],
  ['--filters', 'Runs programs that the repository’s configuration names'],
  ['--show-signature', 'Runs programs that the repository’s configuration names'],
  ['--open-files-in-pager', 'Opens files in a program'],
  ['--exec', 'Runs a program'],
];

/** Behind flags; behind a letter with a value, it is part of that. */
const opensFiles = /^-[^-efABCm]*O/;

/** Judges a call of git by its subcommand, its options and what `-c` and `-C` change. */
export function judgeGit(call: Call): void {
  const { span } = call;
  // `-C` is about this call alone.
  const setting = { ...call.setting };
  const { report } = setting;
  const rest = readGlobals({ ...call, setting });
  if (rest === null) return;
  const [command, ...args] = rest;
  const name = command?.value ?? '';
  const asked: GitCall = { name, args, span, setting };
  if (isHarmless(asked)) return report.add('low', ONLY_READS);
  if (looking.has(name)) return judgeLooking(asked);
  if (connecting.has(name)) return report.add('high', TALKS_TO_NETWORK, span);
  if (!judgeGitChange(asked)) {
    report.add('unknown', 'An unknown git command: the configuration may give it any meaning', command?.span ?? span);
  }
}

/** Judges the options before the command and returns the rest; null where nothing more can be said. */
function readGlobals({ args, setting }: Call): Arg[] | null {
  const { report } = setting;
  for (let index = 0; index < args.length; index += 1) {
    const arg = args[index] as Arg;
    const { value } = arg;
    if (value === null) {
      report.add('unknown', 'A git command that is known only when it runs', arg.span);
      return null;
    }
    if (value === '--version' || !value.startsWith('-')) return args.slice(index);
    if (value === '--no-pager' || value === '-P' || value === '--no-optional-locks') continue;
    if (value === '-C' && args[index + 1]?.value != null) {
      const { value: folder, span, isPattern } = args[index + 1] as Arg;
      if (isPattern) report.add('unknown', CONTINUES_ELSEWHERE, span);
      judgeReading(setting, folder ?? '', span);
      enterFolder(setting, folder ?? '', span);
      setting.isOutside ||= leadsOut(folder ?? '', setting.workspace);
      report.add('medium', 'Works in the repository of another folder', arg.span);
      index += 1;
      continue;
    }
    if (value.startsWith('-c') || value.startsWith('--config') || value.startsWith('--exec')) {
      const next = value === '-c' || value === '--config-env' ? index + 1 : index;
      const named = { from: arg.span.from, to: args[next]?.span.to ?? arg.span.to };
      report.add('high', 'Changes git’s configuration for this call, which can name programs to run', named);
      return args.slice(next + 1);
    }
    report.add('unknown', 'An option of git that is not known to be harmless', arg.span);
    return null;
  }
  return args;
}

function isHarmless({ name, args }: GitCall): boolean {
  if (name === '--version' || name === 'version') return args.length === 0;
  if (name === 'branch') return args.length === 1 && args[0]?.value === '--show-current';
  return (
    name === 'rev-parse' && args.length > 0 && args.every(({ value }) => value !== null && placeQuestions.has(value))
  );
}

function judgeLooking({ name, args, span, setting }: GitCall): void {
  const { report } = setting;
  report.add('medium', LOOKS_AT_REPOSITORY, span);
  for (const { value, span: at } of args) {
    if (value === null) continue;
    const option = value.split('=')[0] ?? value;
    const found =
      value.startsWith('--') && option.length > 2 ? dangerous.find(([long]) => long.startsWith(option)) : undefined;
    if (found?.[0] === '--output' && value.includes('=')) {
      judgeWriting(setting, value.slice(value.indexOf('=') + 1), at, found[1]);
    } else if (found) report.add('unknown', found[1], at);
    else if (name === 'grep' && opensFiles.test(value)) report.add('unknown', 'Opens files in a program', at);
    // Behind `HEAD:`, `:0:` or `:(top)`.
    else if (!value.startsWith('-')) judgeReading(setting, value.replace(/^.*?:(?:\d:|\(.*?\))?/s, ''), at);
  }
}
