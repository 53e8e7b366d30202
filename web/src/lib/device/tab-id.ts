/** In the tab's session storage; it ends with a sign-out, like what is kept under it. */
const KEY = 'countersign.tab';

let known: string | undefined;

/** Tells this tab from the others of the browser, also after a reload where the tab can keep anything. */
export function tabId(): string {
  const kept = sessionStorage.getItem(KEY);
  if (kept !== null) return kept;
  known ??= crypto.randomUUID();
  try {
    sessionStorage.setItem(KEY, known);
  } catch (error) {
    console.error('The tab could not be given a name that outlives a reload', error);
  }
  return known;
}
