/** Elements that are typed into: keys in them are never meant for the page. */
export const FIELDS = 'input, textarea, select, [contenteditable]';

/** Whoever types notices within this time that the field has gone, and stops. */
const NOTICED_MS = 1000;

/** The field that is, or was, being typed into; once it has gone, until when keys are still meant for it. */
let typing: { field: Element; until: number } | null = null;

/** A field may be gone long before the next key is pressed. */
let watch: MutationObserver | undefined;

/** Whether a key pressed now is the rest of what a person was typing into a field that has vanished under their hands. */
export const isStray = () => typing !== null && !typing.field.isConnected && performance.now() < typing.until;

/** Whether this is in a field, which a person types into now, or is about to. */
function begin({ target }: Event): boolean {
  const field = target instanceof Element && target.closest(FIELDS);
  if (!field) return false;
  typing = { field, until: Infinity };
  watch ??= new MutationObserver(() => {
    if (typing?.field.isConnected) return;
    if (typing) typing.until = performance.now() + NOTICED_MS;
    watch?.disconnect();
  });
  watch.observe(document, { childList: true, subtree: true });
  return true;
}

function follow(event: KeyboardEvent): void {
  if (begin(event)) {
    if (typing && isLast(event.key, typing.field)) typing = null;
  } else if (typing && isStray()) {
    // Each such key shows that the person has not noticed yet.
    typing.until = performance.now() + NOTICED_MS;
  } else typing = null;
}

/** Whether a person leaves a field by this key, so that it may vanish. */
const isLast = (key: string, field: Element) =>
  key === 'Tab' || key === 'Escape' || (key === 'Enter' && field.matches('input'));

const stop = () => void (typing = null);

/** What follows a click is meant for what was clicked. */
function click(event: Event): void {
  stop();
  begin(event);
}

/** Begins to follow where keys are typed; `isStray` goes by that. Returns the function that ends it. */
export function followTyping(): () => void {
  const ended = new AbortController();
  const options = { capture: true, signal: ended.signal };
  document.addEventListener('keydown', follow, options);
  document.addEventListener('focusin', begin, options);
  document.addEventListener('click', click, options);
  return () => {
    stop();
    ended.abort();
  };
}
