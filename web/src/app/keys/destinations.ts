/** A place that a person can go to. */
export interface Destination {
  to: string;
  title: string;
  /** Its kind, and the project or page it belongs to. */
  kind: string;
}

/** As many as fit on a screen; longer input finds the others. */
export const MOST_SHOWN = 12;

/**
 * The destinations that match the typed text: every word must occur in the title or the text beside it. Titles that
 * begin with the text come first, then those with a word that does; otherwise the order is kept.
 */
export function found(destinations: readonly Destination[], typed: string): Destination[] {
  const words = typed.trim().toLowerCase().split(/\s+/).filter(Boolean);
  const ranked: [Destination[], Destination[], Destination[]] = [[], [], []];
  for (const destination of destinations) {
    const title = destination.title.toLowerCase();
    const text = `${title} ${destination.kind.toLowerCase()}`;
    if (!words.every((word) => text.includes(word))) continue;
    const [first = ''] = words;
    ranked[title.startsWith(first) ? 0 : title.includes(` ${first}`) ? 1 : 2].push(destination);
    if (ranked[0].length >= MOST_SHOWN) break;
  }
  return ranked.flat().slice(0, MOST_SHOWN);
}
