import { isWithoutBreak, lineFeeds } from '../../attribution/changes.ts';
import { placesOf } from '../../attribution/replaced-lines.ts';

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
  const places = placesOf(text, oldText).length || text.split(oldText).length - 1;
  if (places > 1 && !isEverywhere)
    notes.push(
      `A passage that this replaces is in ${path} ${places} times: the agent does not say which of them it means, or whether all of them.`,
    );
  if (isWithoutBreak(oldText, newText) && isWithinLine(text, `${oldText}\n`))
    notes.push(`The line break after the text that this removes from ${path} may go, too, which joins two lines.`);
  return notes;
}

/** True if a text holds this passage in another place than the beginning of a line. */
function isWithinLine(text: string, passage: string): boolean {
  for (let at = text.indexOf(passage); at >= 0; at = text.indexOf(passage, at + 1))
    if (at > 0 && text[at - 1] !== '\n') return true;
  return false;
}
