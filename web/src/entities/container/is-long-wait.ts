import { LONG_WAIT_SECONDS } from '@countersign/contract';

/** Whether a wait has lasted so long at `now` (ms) that its cause is shown. False for an unknown time. */
export const isLongWait = (since: string | undefined, now: number) =>
  since !== undefined && now - Date.parse(since) >= LONG_WAIT_SECONDS * 1000;
