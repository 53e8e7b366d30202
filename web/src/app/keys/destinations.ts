/** Somewhere to go. */
export interface Destination {
  to: string;
  title: string;
  /** What it is, and where it belongs. */
  kind: string;
}

/** As many as fit on a screen; a longer word finds the others. */
export const MOST_SHOWN = 12;

/**
 * What a person may mean by what they typed: every word must be found in a title or what stands beside it. What begins so
 * comes first, then what has a word that does; otherwise all stay in their order.
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
