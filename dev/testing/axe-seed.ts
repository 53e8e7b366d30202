// Vitest's global setup of the end-to-end tests: which combination of width and colour mode each place is looked at in, this time.

/** COUNTERSIGN_AXE_SEED replays an earlier run. */
export default function setup(): void {
  process.env.COUNTERSIGN_AXE_SEED ??= String(Math.floor(Math.random() * 1_000));
  console.log(`Widths and colour modes for axe: COUNTERSIGN_AXE_SEED=${process.env.COUNTERSIGN_AXE_SEED}`);
}
