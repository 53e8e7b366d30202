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

/** More is not compared, as nothing else runs meanwhile: only of texts that are made for it would it be. */
const STEPS_MAX = 2_000_000;

/** True if these replacements in their order, and nothing else, make one text the other. Each may be in any place that holds it. */
export function makes(
  before: readonly string[],
  after: readonly string[],
  replacements: readonly Replacement[],
): boolean {
  const numbers = new Map<string, number>();
  const numbered = (lines: readonly string[]) =>
    lines.map((line) => {
      const number = numbers.get(line) ?? numbers.size;
      numbers.set(line, number);
      return number;
    });
  const parts = replacements.map(({ old, made, isAtEnd }) => ({ isAtEnd, old: numbered(old), made: numbered(made) }));
  return makesNumbered(numbered(before), numbered(after), parts);
}

/** The same with a number for each line: lines may be long, and are compared many times. */
function makesNumbered(
  before: readonly number[],
  after: readonly number[],
  replacements: ReadonlyArray<Pick<Replacement, 'isAtEnd'> & Record<'old' | 'made', readonly number[]>>,
): boolean {
  /** Where the lines may go on that the replacements until now leave as they are, in order. */
  let ends: readonly number[] = [0];
  let shift = 0;
  let steps = 0;
  for (const { old, made, isAtEnd = false } of replacements) {
    const next: number[] = [];
    for (const at of reached(ends, before, after, shift)) {
      const isBegun = old.length === 0 || before[at] === old[0];
      steps += 1 + (isBegun ? old.length + made.length : 0);
      if (steps > STEPS_MAX) return false;
      const isHere = isAt(before, at, old) && isAt(after, at + shift, made);
      if (isHere && (!isAtEnd || at + old.length === before.length)) next.push(at + old.length);
    }
    ends = next;
    shift += made.length - old.length;
  }
  if (after.length !== before.length + shift) return false;
  for (const at of reached(ends, before, after, shift)) if (at === before.length) return true;
  return false;
}

/** The places of one text that are reached from these over lines that are the same in the other. */
function* reached(ends: readonly number[], before: readonly number[], after: readonly number[], shift: number) {
  let last = -1;
  for (const end of ends) {
    if (end <= last) continue;
    yield (last = end);
    while (last < before.length && before[last] === after[last + shift]) yield (last += 1);
  }
}

const isAt = (lines: readonly number[], index: number, part: readonly number[]) =>
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
  // What is replaced wherever it stands is not left in any place.
  if (passages.some(({ isEverywhere }) => isEverywhere === true)) return false;
  const replacements = passages.map(replacementOf);
  // Nothing says where lines are added that replace none.
  if (text === null || replacements.some(({ old }) => old.length === 0)) return false;
  return makes(linesOf(text), linesOf(after), replacements);
}

function replacementOf({ oldText, newText }: Change): Replacement {
  const isAtEnd = [oldText ?? '', newText].some((text) => text !== '' && !text.endsWith('\n'));
  return { old: linesOf(oldText ?? ''), made: linesOf(newText), isAtEnd };
}

/** No more places of a passage are looked for. */
export const PLACES_MAX = 101;

/**
 * The first places where a text holds this passage as whole lines; they may overlap. The last line's break may be missing,
 * in the text or at its end.
 */
export function placesOf(text: string, passage: string): number[] {
  if (text === '' || passage === '') return [];
  const [held, sought] = [`\n${ended(text)}`, `\n${ended(passage)}`];
  // Without its last break it can only be the end.
  const from = passage.endsWith('\n') ? 0 : Math.max(0, held.length - sought.length);
  const places: number[] = [];
  for (let at = held.indexOf(sought, from); at >= 0 && places.length < PLACES_MAX; at = held.indexOf(sought, at + 1))
    places.push(at);
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
