import type { Call, Rule } from '../call.ts';
import { placeOf } from '../paths.ts';
import { judgeTasks } from './builders.ts';
import { RUNS_PROJECT_CODE } from './weighty.ts';
import type { JudgeInner } from './wrappers.ts';

const shells = 'sh bash dash zsh ksh ash'.split(' ');
const languages = 'node nodejs python python2 python3 perl ruby php lua osascript Rscript julia fish pwsh tclsh'.split(
  ' ',
);
/** Options with which these only look whether a file can be read. A module that it names may be read, too. */
const checking: Record<string, string[]> = { node: ['-c', '--check'], php: ['-l'], ruby: ['-c'], perl: ['-c'] };
/** Python modules that run the project's code. */
const pythonTools = new Set([
  'pytest',
  'unittest',
  'mypy',
  'ruff',
  'black',
  'flake8',
  'compileall',
  'py_compile',
  'tox',
]);

/** Where package managers put programs. */
export const installed =
  /(?:^|\/)(?:node_modules\/\.bin|\.?(?:v|virtual)?env\/bin|\.(?:tox|nox)\/[^/]+\/bin|vendor\/bin)\/[^/]+$/;

/** Shells and languages. `judgeTool` judges a tool that is run as a module, given its name's index. */
export const interpreters = (judgeTool: JudgeInner): Record<string, Rule> => ({
  ...Object.fromEntries(shells.map((name) => [name, (call: Call) => judgeShell(call, judgeTool)])),
  ...Object.fromEntries(languages.map((name) => [name, (call: Call) => judgeLanguage(call, judgeTool)])),
});

const letters = new Set(['-c', '-lc', '-ec', '-xc', '-euc', '-exc', '-uc', '-cl']);

/** `sh -c '…'` is judged by its script, but never as harmless: start-up files and the shell's own rules come first. */
function judgeShell(call: Call, judgeTool: JudgeInner): void {
  const { args, setting, span } = call;
  const { report } = setting;
  const [option, script] = args;
  if (option?.value != null && letters.has(option.value) && script) {
    report.add('medium', 'Starts another shell with a script given as text', { from: span.from, to: script.span.from });
    // What follows the script are the script's own arguments.
    if (args.length > 2) report.add('unknown', 'A script with arguments of its own', args[2]?.span);
    return call.judgeScript(script, call);
  }
  if (option?.value === '-n') return judgeFile({ ...call, args: args.slice(1) });
  judgeAsNamed(call, judgeTool);
  judgeFile(call);
}

/** What is installed, or builds, is what it is called, also where its interpreter is named: `sh gradlew publish`. */
function judgeAsNamed(call: Call, judgeTool: JudgeInner): void {
  const [file, ...args] = call.args;
  const name = file?.value ?? '';
  if (installed.test(name)) judgeTool(call, 0);
  else judgeTasks({ ...call, args }, name.slice(name.lastIndexOf('/') + 1));
}

function judgeLanguage(call: Call, judgeTool: JudgeInner): void {
  const { args, setting, span, name } = call;
  const [first, second] = args;
  if (name.startsWith('python') && first?.value === '-m') {
    if (second?.value != null && pythonTools.has(second.value)) {
      setting.report.add('medium', RUNS_PROJECT_CODE, span);
      judgeTool(call, 1);
    } else if (second?.value === 'pip') {
      setting.report.add('medium', RUNS_PROJECT_CODE, span);
      judgeTool(call, 1);
    } else setting.report.add('unknown', 'Runs an unknown module', second?.span ?? span);
    return;
  }
  judgeAsNamed(call, judgeTool);
  const isTest = first?.value === '--test' && name === 'node';
  const isCheck = checking[name]?.includes(first?.value ?? '') === true;
  judgeFile(isTest || isCheck ? { ...call, args: args.slice(1) } : call, isTest);
}

/** A file of the workspace that is run. Options could name other code to run first. */
function judgeFile({ args, setting, span, isFed }: Call, isTest = false): void {
  const { report } = setting;
  const [file] = args;
  if (file === undefined && isTest) return report.add('medium', RUNS_PROJECT_CODE, span);
  if (file === undefined || file.value === '-') {
    if (isFed === 'by the network') return report.add('high', 'Runs what it downloads', span);
    return report.add('unknown', 'Runs whatever it is given to read', span);
  }
  if (file.value === null || file.value.startsWith('-'))
    return report.add('unknown', 'Runs code that is given as text', span);
  if (placeOf(file.value, setting.workspace).at === 'inside' && !setting.isOutside) {
    return report.add('medium', RUNS_PROJECT_CODE, span);
  }
  report.add('unknown', 'Runs a file from outside of the workspace', file.span);
}
