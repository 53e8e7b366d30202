import { ApiError, type CallInput, type CallOutput, type Client, type Route } from '@countersign/contract';
import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { isPassing } from './record.ts';

/** What happens to a runner during a call. `deaf`: the call is sent, and the runner dies before the reply. */
export type Fate = 'none' | 'dead' | 'deaf' | 'frozen';

/** The run is over: killed, fenced off, or it has left. */
export class Over extends Error {
  override name = 'Over';
}

export interface MortalCalls {
  /** Repeats a call until it is answered. Throws Over, and any error that is not passing trouble. */
  call<R extends Route>(route: R, input: CallInput<R>, around?: Around): Promise<CallOutput<R>>;
  /** Ends the run and everything it is doing. Throws Over. */
  end(why: string): never;
  /** Aborted when the run is over. */
  lives: AbortSignal;
  /** Aborted when the run is over, or frozen. */
  gone: AbortSignal;
}
type Around = (send: () => Promise<never>) => Promise<unknown>;

export interface MortalOptions {
  client: Client;
  /** Drawn for each call. */
  fate: () => Fate;
  /** Milliseconds from a call to the death of a runner that is deaf to the reply. */
  deafMs: () => number;
  /** Resolves when another run has taken this one's place. */
  replaced: () => Promise<void>;
  /** Called when a run gets a reply although it had been replaced before its call. */
  onAnsweredLate: (path: string) => void;
  signal: AbortSignal;
}

const FIRST_RETRY_MS = 50;

/** The calls of a runner that may be killed or frozen at each of them. */
export function createMortalCalls(options: MortalOptions): MortalCalls {
  const life = new AbortController();
  const lives = AbortSignal.any([life.signal, options.signal]);
  const freezing = new AbortController();
  const gone = AbortSignal.any([lives, freezing.signal]);
  setMaxListeners(0, lives, gone);
  let frozen: Promise<void> | null = null;
  let isReplaced = false;

  const end = (why: string): never => {
    life.abort();
    throw new Over(why);
  };
  /** It wakes up late, and goes on as if nothing had happened. */
  const freeze = async () => {
    freezing.abort();
    await Promise.race([options.replaced(), aborted(lives)]);
    isReplaced = true;
  };
  const once = async <R extends Route>(route: R, input: CallInput<R>, around: Around): Promise<CallOutput<R>> => {
    const { signal } = input as { signal?: AbortSignal };
    const isLate = isReplaced;
    const heard = AbortSignal.any([lives, ...(signal ? [signal] : [])]);
    const send = () => options.client.call(route, { ...input, signal: heard } as never) as Promise<never>;
    const reply = (await around(send)) as CallOutput<R>;
    if (isLate && !isToldToEnd(reply)) options.onAnsweredLate(route.path);
    return reply;
  };
  return {
    lives,
    gone,
    end,
    async call(route, input, around = (send) => send()) {
      const fate = options.fate();
      if (fate === 'dead') end('killed');
      if (fate === 'frozen') frozen ??= freeze();
      if (fate === 'deaf') setTimeout(() => life.abort(), options.deafMs());
      for (let pause = FIRST_RETRY_MS; ; pause *= 2) {
        await frozen;
        if (lives.aborted) throw new Over('over');
        try {
          return await once(route, input, around);
        } catch (error) {
          await frozen;
          if (lives.aborted) throw new Over('over', { cause: error });
          if (isFence(error)) end('fenced off');
          if (!isPassing(error)) throw error;
          await delay(pause, undefined, { signal: lives });
        }
      }
    },
  };
}

function isFence(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 401 || error.reply?.code === 'stale_epoch');
}

const isToldToEnd = (reply: unknown) =>
  typeof reply === 'object' && reply !== null && 'directive' in reply && reply.directive === 'exit';

const aborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
