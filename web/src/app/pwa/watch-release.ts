import { keepLooking, pageVersion } from '../../lib/server-version.ts';

/**
 * Where a browser has no offline worker (a private window, say): keeps looking at what is served, and calls `onUpdate`,
 * with what loads it, when that is another version than this page. Returns the function that ends it.
 */
export function watchRelease(onUpdate: (update: () => void) => void): () => void {
  let offered = pageVersion();
  const look = async () => {
    const reply = await fetch('/release.json', { cache: 'no-store' });
    const { version } = (await reply.json()) as { version?: unknown };
    if (typeof version !== 'string' || version === offered) return;
    offered = version;
    onUpdate(() => location.reload());
  };
  return keepLooking(() => void look().catch(() => undefined));
}
