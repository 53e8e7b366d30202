import { keepLooking, pageVersion } from '../../lib/server/server-version.ts';

/**
 * For browsers without an offline worker (for instance a private window): keeps checking the served version, and calls
 * `onUpdate` with a function that loads it when it differs from this page's. Returns the function that stops it.
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
