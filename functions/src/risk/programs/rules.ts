import { holdsSecrets } from '@countersign/contract/agent';
import type { Call, Rule } from '../call.ts';
import { fromFolders } from '../judge-path.ts';
import { placeOf } from '../paths.ts';
import { judgeTasks } from './builders.ts';
import { judgeFind } from './find.ts';
import { judgeGit } from './git.ts';
import { installed, interpreters } from './interpreters.ts';
import { judgeMake } from './make.ts';
import { packages } from './packages.ts';
import { passingOn } from './passing-on.ts';
import { asksVersion, ONLY_READS, reading, STRANGE } from './reading.ts';
import { shellWords } from './shell.ts';
import { judgeAwk, judgeSed } from './text-scripts.ts';
import { RUNS_PROJECT_CODE, weighty } from './weighty.ts';
import { wrappers } from './wrappers.ts';
import { writing } from './writing.ts';

const DEPTH_MAX = 8;

/** Every known program, by name. */
const rules = new Map<string, Rule>(
  Object.entries({
    ...reading,
    ...writing,
    ...shellWords,
    ...weighty,
    ...packages(judgeRunBy),
    ...passingOn(judgeInner, judgeRunBy),
    ...interpreters(judgeRunBy),
    ...wrappers(judgeInner),
    find: judgeFind,
    git: judgeGit,
    make: judgeMake,
    gmake: judgeMake,
    sed: judgeSed,
    awk: judgeAwk,
    gawk: judgeAwk,
    mawk: judgeAwk,
  }),
);

/** Reports what a call means, by the program's name and arguments. */
export function judgeCall(call: Call): void {
  const { name, args, setting, span } = call;
  const { report } = setting;
  if (args.length === 1 && asksVersion(name, args[0]?.value)) return report.add('low', ONLY_READS);
  if (name.includes('/')) return judgeNamedByPath(call);
  const rule = rules.get(name);
  if (!rule) return report.add('unknown', 'An unknown program', span);
  rule(call);
  if (!Object.hasOwn(reading, name) && name !== 'sed') judgeReach(call);
}

/** A program of the workspace, or one that differs from its name. */
function judgeNamedByPath(call: Call): void {
  const { name, setting, span } = call;
  const base = name.slice(name.lastIndexOf('/') + 1);
  // `pip3.12` is as `pip`.
  const called = rules.has(base) ? base : base.replace(/\d[\d.]*$/, '');
  const isKnown = call.depth < DEPTH_MAX && rules.has(called);
  if (placeOf(name, setting.workspace).at === 'inside' && !setting.isOutside) {
    setting.report.add('medium', RUNS_PROJECT_CODE, span);
    judgeTasks(call, called);
    // What a package manager has put there is what it is called: `node_modules/.bin/wrangler deploy`.
    if (!installed.test(name) || !isKnown) return;
    return judgeCall({ ...call, name: called, depth: call.depth + 1 });
  }
  setting.report.add('unknown', 'A program that is named by its path and need not be what it is called', span);
  if (isKnown) judgeCall({ ...call, name: called, depth: call.depth + 1 });
}

/** Programs whose own rules look at each file they are given; to `sed`, `/a/p` is no file. */
const looksAtFiles = new Set([...Object.keys(reading), ...Object.keys(writing), 'find', 'sed', 'awk', 'gawk', 'mawk']);

/**
 * An argument that names something outside of the workspace is beyond what the project's own tools should touch; so are
 * .git and secrets, because a compiler writes wherever it is told to, and a test reads whatever it is given.
 */
function judgeReach({ args, setting, name }: Call): void {
  const { report } = setting;
  for (const { value, span } of args) {
    for (const path of value === null ? [] : pathsNamed(value)) {
      const isAway = path.startsWith('/') || path.startsWith('~') || path.startsWith('../') || path === '..';
      if (isAway && placeOf(path, setting.workspace).at === 'outside') {
        report.add('medium', 'Reaches outside of the workspace', span);
      }
      if (looksAtFiles.has(name) || report.isHigh) continue;
      const places = fromFolders(setting, path).map((one) => one.split('/'));
      if (places.flat().some((segment) => segment.toLowerCase() === '.git')) report.add('high', INTO_GIT, span);
      else if (/[./]/.test(path) && places.some(holdsSecrets)) report.add('high', NAMES_SECRETS, span);
    }
  }
}

const INTO_GIT = 'Reaches into .git, whose hooks and configuration name programs to run';
const NAMES_SECRETS = 'Names a place in which secrets are usually kept';

/** An argument as a path; of an option its value, behind `=` or joined to its letter. */
function pathsNamed(value: string): string[] {
  if (!value.startsWith('-')) return [value];
  const at = value.indexOf('=');
  if (at !== -1) return [value.slice(at + 1)];
  return value.startsWith('--') ? [] : [value.slice(2)];
}

/** What a package manager or such a tool runs: a program of the project has a name of its own, and any other is judged by what it does. */
function judgeRunBy(call: Call, at: number): void {
  const { value = null, span = call.span } = call.args[at] ?? {};
  if (value?.startsWith('-')) return call.setting.report.add('unknown', STRANGE, span);
  if (value === null || rules.has(value) || value.includes('/')) judgeInner(call, at);
}

function judgeInner(call: Call, at: number): void {
  const program = call.args[at];
  if (!program) return;
  const { report } = call.setting;
  if (call.depth >= DEPTH_MAX || program.value === null) {
    return report.add('unknown', 'A program that is known only when it runs', program.span);
  }
  const span = { from: program.span.from, to: call.span.to };
  judgeCall({ ...call, name: program.value, args: call.args.slice(at + 1), span, depth: call.depth + 1 });
}
