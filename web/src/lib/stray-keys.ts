/** Elements that are typed into: keys in them are never meant for the page. */
export const FIELDS = 'input, textarea, select, [contenteditable]';

/** Whoever types notices within this time that the field has gone, and stops. */
const NOTICED_MS = 1000;

/** The field that was typed into last; once it has gone, until when keys are still meant for it. */
let typing: { field: Element; until: number } | null = null;

/** A field may be gone long before the next key is pressed. */
let watch: MutationObserver | undefined;

/** Whether a key pressed now is the rest of what a person was typing into a field that has vanished under their hands. */
export const isStray = () => typing !== null && !typing.field.isConnected && performance.now() < typing.until;

function follow({ target, key }: KeyboardEvent): void {
  const field = target instanceof Element ? target.closest(FIELDS) : null;
  if (!field) {
    // Each such key shows that the person has not noticed yet.
    if (typing && isStray()) typing.until = performance.now() + NOTICED_MS;
    else typing = null;
    return;
  }
  typing = isLast(key, field) ? null : { field, until: Infinity };
  watch ??= new MutationObserver(() => {
    if (typing?.field.isConnected) return;
    if (typing) typing.until = performance.now() + NOTICED_MS;
    watch?.disconnect();
  });
  watch.observe(document, { childList: true, subtree: true });
}

/** Whether a person leaves a field by this key, so that it may vanish. */
const isLast = (key: string, field: Element) =>
  key === 'Tab' || key === 'Escape' || (key === 'Enter' && field.matches('input'));

const stop = () => void (typing = null);

/** Begins to follow where keys are typed; `isStray` goes by that. Returns the function that ends it. */
export function followTyping(): () => void {
  const ended = new AbortController();
  const options = { capture: true, signal: ended.signal };
  document.addEventListener('keydown', follow, options);
  // What follows a click is meant for what was clicked.
  document.addEventListener('click', stop, options);
  return () => {
    stop();
    ended.abort();
  };
}
