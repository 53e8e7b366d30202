import type { Log } from '../../server/log.ts';
import type { MeteredCall } from './metered-call.ts';
import type { ModelMeter } from './model-meter.ts';

/** What the proxy counts with, and how it reports. */
export interface Metering {
  meter: ModelMeter;
  /** Reports the sums to the server at once and learns what is left; resolves when they have arrived, or cannot. */
  tell(): Promise<void>;
  /** How long a call is held when nothing is left for it. */
  holdMs: number;
  /** How long the end of a reply waits until the server knows what it used. */
  endMs: number;
}

/** Long enough for the server to pause the runner, which saves everything: a refused agent may give up its task. */
export const HOLD_MS = 30_000;
/** Kept short: a server that cannot be reached must not stop the work. */
export const END_MS = 2_000;

/** A quarter of the bytes: a token is about four bytes of text; the JSON around it makes this rather too high. */
export function estimateTokens(bytes: number): number {
  return Math.ceil(bytes / 4);
}

/** Lets model calls begin as long as something is left for them. */
export interface Admission {
  /** Holds the call while nothing is left; null when that lasts too long, or `gone` aborts. */
  admit(requestBytes: number, gone: AbortSignal, model?: string | null): Promise<MeteredCall | null>;
  /** Why a call is not admitted, for a person. */
  reason(): string;
}

export function createAdmission({ meter, tell, holdMs }: Metering, log: Log): Admission {
  let said: string | null = null;
  const reason = () => meter.message ?? 'No more model tokens may be used today.';
  const sayOnce = () => {
    if (said === reason()) return;
    said = reason();
    log(`the model is not asked: ${said}`);
  };
  return {
    reason,
    async admit(requestBytes, gone, model) {
      const estimate = Math.max(1, estimateTokens(requestBytes));
      const call = meter.begin(estimate, model);
      if (call !== null) return call;
      // The day may be over, or the cap raised: the answer lets the call begin.
      void tell().then(() => meter.isUsedUp && sayOnce());
      for (;;) {
        const end = AbortSignal.any([gone, AbortSignal.timeout(holdMs)]);
        const held = await meter.whenLeft(estimate, end, model).catch(() => null);
        if (held !== null || gone.aborted) return held;
        // It waits for calls under way, which will end, or for a larger budget, for which the owner is asked.
        if (!meter.isUsedUp) continue;
        sayOnce();
        return null;
      }
    },
  };
}

/** Seconds until the day (UTC) ends, and with it the day's caps. */
export function secondsLeftToday(now = new Date()): number {
  const midnight = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1);
  return Math.ceil((midnight - now.getTime()) / 1000);
}
