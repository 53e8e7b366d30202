const CHECK_EVERY_MS = 60 * 60 * 1000;
/** Pages are deployed minutes after the functions: a check for new ones at once is too early, and is repeated. */
const LOOK_AFTER_MS = [0, 60_000, 5 * 60_000, 15 * 60_000];

let told: string | null = null;
const lookers = new Set<() => void>();

/** The version that this page was built as; null if it was not built, on a developer's machine. */
export const pageVersion = () => document.querySelector<HTMLMetaElement>('meta[name="version"]')?.content ?? null;

/** Records the version in a server's reply; null if the reply has none. */
export function noteServerVersion(version: string | null): void {
  if (version === null || version === told) return;
  const own = pageVersion();
  if (own === null || own === version) return;
  told = version;
  for (const look of lookers) look();
}

/**
 * Calls `look` every hour, for pages that stay open for days, and several times whenever the server turns out to have
 * another version than this page. Returns the function that stops it.
 */
export function keepLooking(look: () => void): () => void {
  const hourly = setInterval(look, CHECK_EVERY_MS);
  let soon: ReturnType<typeof setTimeout>[] = [];
  const lookSoon = () => {
    soon.forEach(clearTimeout);
    soon = LOOK_AFTER_MS.map((delay) => setTimeout(look, delay));
  };
  lookers.add(lookSoon);
  if (told !== null) lookSoon();
  return () => {
    lookers.delete(lookSoon);
    clearInterval(hourly);
    soon.forEach(clearTimeout);
  };
}
