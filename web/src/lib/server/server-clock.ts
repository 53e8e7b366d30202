/** HTTP tells whole seconds; a difference that small is none. */
const PRECISION_MS = 2_000;

let aheadMs = 0;

/** Compares the clocks: `date` is a reply's header, made by the server at some time since `sentAt`. */
export function noteServerTime(date: string | null, sentAt: number): void {
  const told = Date.parse(date ?? '');
  if (Number.isNaN(told)) return;
  const [earliest, latest] = [sentAt - PRECISION_MS, Date.now() + PRECISION_MS];
  aheadMs = told < earliest ? told - sentAt : told > latest ? told - Date.now() : 0;
}

/** A time by this device's clock, which may have been set wrong, as the server's: both in milliseconds. */
export const inServerTime = (deviceMs: number): number => deviceMs + aheadMs;

/** The server's time in milliseconds, as far as is known. */
export const serverNow = (): number => inServerTime(Date.now());
