/** In the tab's session storage; it ends with a sign-out, like what is kept under it. */
const KEY = 'countersign.tab';

let known: string | undefined;

/**
 * Tells this tab from the others of the browser, also after a reload where the tab can keep anything. A browser that
 * duplicates a tab copies what the tab keeps: so the name is kept only while the page is hidden, as it is when it ends,
 * and a copy of a page that is being looked at gets its own.
 */
export function tabId(): string {
  if (known === undefined) {
    document.addEventListener('visibilitychange', keepOrTake);
    window.addEventListener('pagehide', keep);
    window.addEventListener('pageshow', keepOrTake);
  }
  known ??= crypto.randomUUID();
  keepOrTake();
  return known;
}

function keepOrTake(): void {
  // Of the page that was here before; this page's own, where it has been hidden meanwhile.
  known = sessionStorage.getItem(KEY) ?? known;
  if (document.visibilityState === 'hidden') keep();
  else sessionStorage.removeItem(KEY);
}

function keep(): void {
  try {
    if (known !== undefined) sessionStorage.setItem(KEY, known);
  } catch (error) {
    console.error('The tab could not be given a name that outlives a reload', error);
  }
}
