import type { Call, Rule } from '../call.ts';
import { placeOf } from '../paths.ts';
import { judgeFind } from './find.ts';
import { judgeGit } from './git.ts';
import { interpreters } from './interpreters.ts';
import { packages } from './packages.ts';
import { ONLY_READS, reading, versioned } from './reading.ts';
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
    ...weighty,
    ...packages,
    ...interpreters,
    ...wrappers(judgeInner),
    find: judgeFind,
    git: judgeGit,
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
  if (versioned.has(name) && args.length === 1 && args[0]?.value === '--version') return report.add('low', ONLY_READS);
  if (name.includes('/')) return judgeNamedByPath(call);
  const rule = rules.get(name);
  if (!rule) return report.add('unknown', 'An unknown program', span);
  rule(call);
  if (!Object.hasOwn(reading, name)) judgeReach(call);
}

/** A program of the workspace, or one that differs from its name. */
function judgeNamedByPath(call: Call): void {
  const { name, setting, span } = call;
  if (placeOf(name, setting.workspace).at === 'inside' && !setting.isOutside) {
    return setting.report.add('medium', RUNS_PROJECT_CODE, span);
  }
  setting.report.add('unknown', 'A program that is named by its path and need not be what it is called', span);
  const called = name.slice(name.lastIndexOf('/') + 1);
  if (call.depth < DEPTH_MAX && rules.has(called)) judgeCall({ ...call, name: called, depth: call.depth + 1 });
}

/** An argument that names something outside of the workspace is beyond what the project's own tools should touch. */
function judgeReach({ args, setting }: Call): void {
  for (const { value, span } of args) {
    if (value === null || value.startsWith('-')) continue;
    const isPath = value.startsWith('/') || value.startsWith('~') || value.startsWith('../') || value === '..';
    if (isPath && placeOf(value, setting.workspace).at === 'outside') {
      setting.report.add('medium', 'Reaches outside of the workspace', span);
    }
  }
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
