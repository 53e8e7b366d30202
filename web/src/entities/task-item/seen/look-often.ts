/** Interval for movements without an event, such as a dialog that closes in front of a card. */
const LOOK_EVERY_MS = 150;

/** Looks before a frame is painted. What it returns is called once the frame has been painted. */
type Look = () => (() => void) | void;

const looks = new Set<Look>();
let stop: (() => void) | null = null;

/**
 * Calls `look` whenever the visible area may have changed: after scrolling, resizing, and at short intervals. Returns
 * the function that stops it.
 */
export function lookOften(look: Look): () => void {
  looks.add(look);
  stop ??= start();
  return () => {
    looks.delete(look);
    if (looks.size > 0) return;
    stop?.();
    stop = null;
  };
}

function start(): () => void {
  const listeners = new AbortController();
  const { signal } = listeners;
  let frame = 0;
  const soon = () => {
    if (frame !== 0) return;
    frame = requestAnimationFrame(() => {
      frame = 0;
      const looked = [...looks].map((look) => ({ look, afterPaint: look() }));
      // The browser paints between an animation frame and the next task.
      setTimeout(() => {
        for (const { look, afterPaint } of looked) if (looks.has(look)) afterPaint?.();
      });
    });
  };
  // Scroll events of a box do not bubble; only capturing receives them.
  document.addEventListener('scroll', soon, { signal, capture: true, passive: true });
  window.addEventListener('resize', soon, { signal });
  document.addEventListener('visibilitychange', soon, { signal });
  window.visualViewport?.addEventListener('resize', soon, { signal });
  const timer = setInterval(soon, LOOK_EVERY_MS);
  soon();
  return () => {
    listeners.abort();
    clearInterval(timer);
    cancelAnimationFrame(frame);
  };
}
