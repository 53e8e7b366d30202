/** What a test may do to the stack it runs on: crash, kill or start its jobs server, run the sweeper. */
export type Act = '/cloud-run/crash' | '/cloud-run/kill' | '/cloud-run/start' | '/sweep';

/** Throws if the stack offers no control, like one of `npm start`. */
export async function control(act: Act): Promise<void> {
  const url = process.env.COUNTERSIGN_CONTROL_URL;
  if (!url) throw new Error('COUNTERSIGN_CONTROL_URL is missing: only a stack under test can be controlled');
  const response = await fetch(`${url}${act}`, { method: 'POST' });
  if (!response.ok) throw new Error(`${act}: ${await response.text()}`);
}

/** Runs the sweeper every second, as the scheduler does every minute. Returns how to stop that. */
export function sweepOften(): () => Promise<void> {
  let isOver = false;
  const sweeping = (async () => {
    while (!isOver) {
      await control('/sweep').catch(() => undefined); // the functions may be busy; the next round is near
      await new Promise((resolve) => setTimeout(resolve, 1_000));
    }
  })();
  return async () => {
    isOver = true;
    await sweeping;
  };
}
