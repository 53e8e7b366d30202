/** A document or a query that can tell about its changes. */
export interface Watchable {
  onSnapshot(onNext: () => void, onError?: (error: Error) => void): () => void;
}

/**
 * Holds until `look` finds something: it looks at once and again at each change of what is watched. Null when
 * `milliseconds` pass. A listener that fails ends the hold early, as a timeout would: the caller asks again.
 */
export function hold<T>(watched: Watchable[], look: () => Promise<T | null>, milliseconds: number): Promise<T | null> {
  return new Promise((resolve, reject) => {
    let looking = false;
    let again = false;
    let over = false;
    const timer = setTimeout(() => end(() => resolve(null)), milliseconds);
    const stops = watched.map((one) =>
      one.onSnapshot(
        () => void lookOnce(),
        () => end(() => resolve(null)),
      ),
    );
    if (over) stopAll();
    else void lookOnce();

    async function lookOnce(): Promise<void> {
      again = looking; // a change while it looks: once more afterwards
      if (looking || over) return;
      looking = true;
      try {
        const found = await look();
        if (found !== null) end(() => resolve(found));
      } catch (error) {
        end(() => reject(error instanceof Error ? error : new Error(String(error))));
      }
      looking = false;
      if (again) void lookOnce();
    }

    function end(settle: () => void): void {
      if (over) return;
      over = true;
      clearTimeout(timer);
      stopAll();
      settle();
    }

    function stopAll(): void {
      for (const stop of stops) stop();
    }
  });
}
