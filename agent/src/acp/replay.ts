/** An agent may answer before it has replayed its whole session; the replay is over after this long without news. */
const REPLAY_QUIET_MS = 250;
const REPLAY_LIMIT_MS = 5_000;

/** An agent that loads an earlier session sends all of its updates again; they are recorded already. */
export interface Replay {
  /** True while updates are repetitions. */
  readonly isOn: boolean;
  begin(): void;
  end(): void;
  /** An update has come. */
  heard(): void;
  /** Ends it once the agent is quiet; `wait` waits for some milliseconds. */
  over(wait: (ms: number) => Promise<void>): Promise<void>;
}

export function createReplay(): Replay {
  let isOn = false;
  let heardAt = 0;
  return {
    get isOn() {
      return isOn;
    },
    begin: () => void (isOn = true),
    end: () => void (isOn = false),
    heard: () => void (heardAt = Date.now()),
    async over(wait) {
      const deadline = Date.now() + REPLAY_LIMIT_MS;
      for (;;) {
        const left = Math.min(heardAt + REPLAY_QUIET_MS, deadline) - Date.now();
        if (left <= 0) break;
        await wait(left);
      }
      isOn = false;
    },
  };
}
