import type { RiskSpan } from '@countersign/contract';
import {
  type Command,
  type CommandArgument,
  forEachChild,
  parse,
  type Pipeline,
  type Redirect,
  type SyntaxNode,
} from 'unbash';
import { spelledOut } from './braces.ts';
import type { Call } from './call.ts';
import { changesAtMostOnce } from './changes-at-most-once.ts';
import { mayBecomeSecret } from './filled-in.ts';
import { fromFolders, judgeReading, judgeWritten, type Setting } from './judge-path.ts';
import { STRANGE } from './programs/reading.ts';
import { judgeCall } from './programs/rules.ts';
import { downloading } from './programs/weighty.ts';
import { leavesWorkspace } from './leaves-workspace.ts';
import { DEPTH_MAX, dynamicNodes, harmlessNodes, KNOWN_LATE, nesting, NODES_MAX } from './syntax.ts';
import { isWholeTree } from './whole-tree.ts';
import { isHarmless, knownWords } from './known-values.ts';
import { type Arg, argOf, findUnseen, hasTilde, namesOf } from './words.ts';

/** Nobody reads longer ones, and parsing them would take long. */
const LENGTH_MAX = 64 * 1024;
const UNREADABLE = 'Cannot be read as a shell command';
const TOO_MUCH = 'Too much to judge';
const SCRIPTS_DEEP = 4;
/** What each word counts that braces become, in characters of paths. */
const WORD_EFFORT = 100;

/** A script, and where its positions lie in the command: each at its own place, or all at one place. */
interface Script {
  text: string;
  at: (pos: number, end: number) => RiskSpan;
  deep: number;
  /** Whether nothing has changed since the runner looked at the files, when a part of it changes some. */
  isAsFound: boolean;
}

/** Judges a shell command line by its syntax tree. Whatever is not understood is reported as such. */
export function judgeCommand(line: string, setting: Setting): void {
  const { report } = setting;
  if (line.length > LENGTH_MAX) return report.add('unknown', 'Too long to judge');
  const hidden = findUnseen(line);
  if (hidden) report.add('unknown', 'Contains characters that are invisible or look like others', hidden);
  judgeScript({ text: line, at: placedIn(line, 0), deep: 0, isAsFound: true }, setting);
}

function judgeScript(script: Script, setting: Setting): void {
  const { report } = setting;
  const root = parse(script.text);
  script.isAsFound &&= setting.filledIn.size > 0 && changesAtMostOnce(root);
  setting.isOutside ||= leavesWorkspace(root, setting);
  // Each node, what its positions refer to, whether its pipe begins with something from the network, and its depth.
  const open: { node: SyntaxNode; at: Script['at']; isFed: boolean; depth: number }[] = [
    { node: root, at: script.at, isFed: false, depth: 0 },
  ];
  let nodes = 0;
  const known = new Set<SyntaxNode>();
  for (let entry = open.pop(); entry; entry = open.pop()) {
    const { node, isFed } = entry;
    let { at } = entry;
    nodes += 1;
    const depth = entry.depth + (nesting.has(node.type) ? 1 : 0);
    if (nodes > NODES_MAX || depth > DEPTH_MAX) return report.add('unknown', TOO_MUCH, at(node.pos, node.end));
    if (node.type === 'Script') {
      if (node.errors?.length) report.add('unknown', UNREADABLE, at(node.pos, node.end));
      if (node.source !== undefined) at = constant(at(node.pos, node.end));
    }
    if (node.type === 'Command')
      for (const { parts } of knownWords(node).values()) for (const part of parts) known.add(part);
    if (!known.has(node)) judgeNode(node, at, { script, setting, isFed });
    const isPiped = node.type === 'Pipeline' && fetches(node);
    const whole = node.type === 'CommandExpansion' ? constant(at(node.pos, node.end)) : null;
    const children: typeof open = [];
    forEachChild(node, (child) => {
      const isDecoded = child.type === 'Script' && child.source !== undefined && whole !== null;
      children.push({ node: child, at: isDecoded ? whole : at, isFed: isFed || isPiped, depth });
    });
    open.push(...children.reverse());
  }
  if (!report.isHigh && !isWholeTree(script.text, root))
    report.add('unknown', UNREADABLE, script.at(0, script.text.length));
}

const constant = (span: RiskSpan) => () => span;

/** For unfinished input, the parser may report an end beyond the end of the text. */
function placedIn({ length }: string, start: number): Script['at'] {
  return (from, to) => ({ from: start + Math.min(from, length), to: start + Math.min(to, length) });
}

interface Context {
  script: Script;
  setting: Setting;
  isFed: boolean;
}

function judgeNode(node: SyntaxNode, at: Script['at'], context: Context): void {
  const { report } = context.setting;
  if (node.type === 'Command') return judgeSimpleCommand(node, at, context);
  if (node.type === 'Redirect') return judgeRedirect(node, at, context.setting);
  if (node.type === 'Statement' && node.background)
    report.add('medium', 'Keeps running in the background', at(node.pos, node.end));
  if (harmlessNodes.has(node.type)) return;
  if (node.type === 'Assignment' && isHarmless(node))
    return report.add('medium', 'Sets a variable by which programs tell where they run', at(node.pos, node.end));
  const [weight, text] = dynamicNodes[node.type] ?? ['unknown', 'Shell syntax that is not judged'];
  report.add(weight, text, at(node.pos, node.end));
}

function judgeSimpleCommand(command: Command, at: Script['at'], { script, setting, isFed }: Context): void {
  const { report } = setting;
  if (!command.name) return;
  const span = at(command.name.pos, command.end);
  const program = argOf(command.name, at(command.name.pos, command.name.end));
  const known = knownWords(command);
  const args = command.args.flatMap((word) => {
    const place = at(word.pos, word.end);
    const value = known.get(word)?.value;
    return value === undefined
      ? wordsOf(word, place, setting)
      : [{ value, text: word.text, span: place, start: null, isPattern: false }];
  });
  for (const arg of args) {
    if (hasTilde(arg) && !arg.text.startsWith('~')) report.add('medium', 'Reaches outside of the workspace', arg.span);
    if (setting.effort.left > 0 && /[*?[{]/.test(arg.text) && fromFolders(setting, arg.text).some(mayBecomeSecret))
      report.add('high', 'Names that the shell fills in, and secrets may be among them', arg.span);
    if (arg.text.startsWith('=')) report.add('unknown', 'A word that shells read differently', arg.span);
  }
  if (
    program.value === null ||
    (command.name.parts ?? []).some(
      ({ type }) => type !== 'Literal' && type !== 'SingleQuoted' && type !== 'DoubleQuoted',
    )
  ) {
    return report.add('unknown', 'A program that is known only when it runs', program.span);
  }
  if (program.text !== program.value) report.add('unknown', 'The program’s name is disguised by quoting', program.span);
  const found = args.map((arg) => withNames(arg, setting));
  const call: Call = {
    name: program.value,
    span,
    args: script.isAsFound ? found : args,
    isFed: isFed ? 'by the network' : 'by nothing known',
    setting,
    depth: 0,
    judgeScript: (argument, call) => judgeArgument(argument, call, script),
  };
  judgeCall(call);
  // Also as if the names had been written, as each may mean something to the program: a secret, or a subcommand.
  if (setting.effort.left > 0 && found.some(({ names }) => names !== undefined))
    judgeCall({ ...call, args: found.flatMap(written) });
}

/** A word as the program receives it, or the words that its braces become. */
function wordsOf(word: CommandArgument, span: RiskSpan, { report, effort }: Setting): Arg[] {
  const arg = argOf(word, span);
  const words = effort.left > 0 ? spelledOut(word, arg) : [arg];
  if (words === null) report.add('unknown', KNOWN_LATE, span);
  if (words === null || words.length === 1) return words ?? [arg];
  effort.left -= words.length * WORD_EFFORT;
  if (effort.left <= 0) report.add('unknown', TOO_MUCH, span);
  return words;
}

/** A word, together with what the shell fills in for it, if the runner has found that out. */
function withNames(arg: Arg, { report, filledIn, effort }: Setting): Arg {
  const names = arg.isPattern && arg.value !== null ? filledIn.get(arg.value) : undefined;
  if (names === undefined || effort.left <= 0) return arg;
  effort.left -= names.length * WORD_EFFORT;
  if (effort.left <= 0) {
    report.add('unknown', TOO_MUCH, arg.span);
    return arg;
  }
  // Which of the others are names still depends on the first of these.
  if (names.some((name) => name.startsWith('-'))) report.add('unknown', STRANGE, arg.span);
  return names.length === 0 ? { ...arg, names: namesOf(arg) } : { ...arg, names };
}

const written = ({ names, ...arg }: Arg): Arg[] =>
  names?.map((name) => ({ ...arg, value: name, text: name, start: null, isPattern: false })) ?? [arg];

/** The script of `sh -c`. Its parts can be marked exactly only where it is written literally. */
function judgeArgument({ value, span, start, isPattern }: Arg, { setting }: Call, { deep, isAsFound }: Script): void {
  if (value === null) return; // Already reported for the part that is not known.
  // The name of a file may be any script.
  if (isPattern) setting.report.add('unknown', KNOWN_LATE, span);
  if (deep >= SCRIPTS_DEEP) return setting.report.add('unknown', TOO_MUCH, span);
  const at: Script['at'] = start === null ? constant(span) : placedIn(value, start);
  judgeScript({ text: value, at, deep: deep + 1, isAsFound }, setting);
}

function judgeRedirect({ operator, target, descriptor, pos, end }: Redirect, at: Script['at'], setting: Setting): void {
  const { report } = setting;
  const span = at(pos, end);
  if (descriptor?.type === 'FileDescriptorVariable' || !target) {
    return report.add('unknown', 'A redirection that is not understood', span);
  }
  for (const arg of wordsOf(target, span, setting)) judgeTarget(operator, arg, setting);
}

function judgeTarget(operator: Redirect['operator'], arg: Arg, setting: Setting): void {
  const { report } = setting;
  const { value, span } = arg;
  const isDuplicate = operator === '>&' || operator === '<&';
  if (isDuplicate && /^(?:\d+|-)$/.test(value ?? '')) return;
  if (value === null) return report.add('unknown', 'A redirection to a place that is known only when it runs', span);
  if (operator === '<') return judgeReading(setting, value, span);
  judgeWritten(setting, arg, 'Writes to a file in the workspace');
}

/** `curl … | sh`: the pipe delivers whatever the network gives. */
function fetches({ commands }: Pipeline): boolean {
  return commands.slice(0, -1).some((one) => one.type === 'Command' && downloading.has(one.name?.value ?? ''));
}
