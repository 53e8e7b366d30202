import { isWithoutBreak, lineFeeds } from '../../attribution/changes.ts';
import { PLACES_MAX, placesOf } from '../../attribution/replaced-lines.ts';

interface Passage {
  path: string;
  oldText: string;
  newText: string;
  /** The agent says that it replaces the passage wherever it stands. */
  isEverywhere: boolean;
}

/** What a passage alone does not show of what becomes of its file. `held`: what the file may hold before. */
export function passageNotes({ path, isEverywhere, ...texts }: Passage, held: readonly string[]): string[] {
  const [oldText, newText] = [lineFeeds(texts.oldText), lineFeeds(texts.newText)];
  const text = held.map(lineFeeds).find((one) => one.includes(oldText));
  if (text === undefined) return [];
  const notes: string[] = [];
  const places = timesIn(text, oldText);
  if (places > 1 && !isEverywhere)
    notes.push(
      `A passage that this replaces is in ${path} ${places < PLACES_MAX ? places : `more than ${PLACES_MAX - 1}`} times: the agent does not say which of them it means, or whether all of them.`,
    );
  if (isWithoutBreak(oldText, newText) && isWithinLine(text, `${oldText}\n`))
    notes.push(`The line break after the text that this removes from ${path} may go, too, which joins two lines.`);
  return notes;
}

/** As whole lines if it is such and the text has it as such, else wherever it stands: as a comparison takes it, too. */
function timesIn(text: string, passage: string): number {
  const lines = passage.endsWith('\n') ? placesOf(text, passage).length : 0;
  return lines || text.split(passage, PLACES_MAX + 1).length - 1;
}

/** How many characters are compared at most: nothing else runs meanwhile. */
const COMPARED_MAX = 50_000_000;

/** True if a text holds this passage in another place than the beginning of a line, or may do so where it takes long to say. */
function isWithinLine(text: string, passage: string): boolean {
  let compared = 0;
  for (let at = text.indexOf(passage); at >= 0; at = text.indexOf(passage, at + 1)) {
    compared += passage.length;
    if ((at > 0 && text[at - 1] !== '\n') || compared > COMPARED_MAX) return true;
  }
  return false;
}
