import { lineFeeds, normal, type Change } from './changes.ts';

/** Whole lines that stand in the place of others. */
export interface Replacement {
  old: readonly string[];
  made: readonly string[];
  /** Only the file's last lines can be meant: the last of them has no line break. */
  isAtEnd?: boolean;
}

/** A text's lines. Patches say nothing dependable of how lines end, or whether the last one does. */
export function linesOf(text: string): string[] {
  return text === '' ? [] : text.replace(/\r?\n$/, '').split(/\r?\n/);
}

/** More is not compared: only of texts that are made for it would it be. */
const STEPS_MAX = 50_000_000;

/** True if these replacements in their order, and nothing else, make one text the other. Each may be in any place that holds it. */
export function makes(
  before: readonly string[],
  after: readonly string[],
  replacements: readonly Replacement[],
): boolean {
  /** Where the lines may go on that the replacements until now leave as they are. */
  let ends: ReadonlySet<number> = new Set([0]);
  let shift = 0;
  let steps = 0;
  for (const { old, made, isAtEnd = false } of replacements) {
    const next = new Set<number>();
    for (const at of reached(ends, before, after, shift)) {
      steps += 1 + (before[at] === old[0] ? old.length + made.length : 0);
      if (steps > STEPS_MAX) return false;
      const isHere = isAt(before, at, old) && isAt(after, at + shift, made);
      if (isHere && (!isAtEnd || at + old.length === before.length)) next.add(at + old.length);
    }
    ends = next;
    shift += made.length - old.length;
  }
  if (after.length !== before.length + shift) return false;
  for (const at of reached(ends, before, after, shift)) if (at === before.length) return true;
  return false;
}

/** The places of one text that are reached from these over lines that are the same in the other. */
function* reached(ends: ReadonlySet<number>, before: readonly string[], after: readonly string[], shift: number) {
  let last = -1;
  for (const end of [...ends].sort((one, other) => one - other)) {
    if (end <= last) continue;
    yield (last = end);
    while (last < before.length && before[last] === after[last + shift]) yield (last += 1);
  }
}

const isAt = (lines: readonly string[], index: number, part: readonly string[]) =>
  index + part.length <= lines.length && part.every((line, offset) => lines[index + offset] === line);

/**
 * True if a file that held `before` may hold `after` by these changes where passages of whole lines stand in several
 * places: each is replaced in one of them, one after the other.
 */
export function isMadeBy(changes: readonly Change[], before: string | null, after: string): boolean {
  let text = before;
  let passages: Change[] = [];
  for (const change of changes) {
    const { oldText, newText } = change;
    if (text === null || oldText === null || (passages.length === 0 && normal(oldText) === normal(text))) {
      text = newText;
      passages = [];
    } else passages.push(change);
  }
  const replacements = passages.map(replacementOf);
  // Nothing says where lines are added that replace none.
  if (text === null || replacements.some(({ old }) => old.length === 0)) return false;
  return makes(linesOf(text), linesOf(after), replacements);
}

function replacementOf({ oldText, newText }: Change): Replacement {
  const isAtEnd = [oldText ?? '', newText].some((text) => text !== '' && !text.endsWith('\n'));
  return { old: linesOf(oldText ?? ''), made: linesOf(newText), isAtEnd };
}

/** Where a text holds this passage as whole lines. The last line's break may be missing, in the text or at its end. */
export function placesOf(text: string, passage: string): number[] {
  if (text === '' || passage === '') return [];
  const [held, sought] = [ended(text), ended(passage)];
  const places: number[] = [];
  for (let at = held.indexOf(sought); at >= 0; at = held.indexOf(sought, at + 1)) {
    const isLine = at === 0 || held[at - 1] === '\n';
    if (isLine && (passage.endsWith('\n') || at + sought.length === held.length)) places.push(at);
  }
  return places;
}

/** A text with passages of whole lines replaced, in their order; null unless it holds each in one place alone. */
export function withReplaced(text: string, changes: ReadonlyArray<Omit<Change, 'path'>>): string | null {
  const held = ended(text);
  let [result, from] = ['', 0];
  for (const { oldText, newText } of changes) {
    const [at, ...others] = placesOf(text, oldText ?? '');
    if (at === undefined || at < from || others.length > 0) return null;
    result += held.slice(from, at) + (newText === '' ? '' : ended(newText));
    from = at + ended(oldText ?? '').length;
  }
  return result + held.slice(from);
}

const ended = (text: string) => lineFeeds(text).replace(/\n?$/, '\n');
