import type { CDPSession, Page } from 'playwright-core';

export interface MainThreadTask {
  /** Milliseconds on the clock; on a busy machine it includes waiting for a core. */
  wall: number;
  /** Milliseconds of processor time: the page's own cost. */
  cpu: number;
}

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  /** Microseconds. */
  dur?: number;
  tdur?: number;
  args?: { name?: string };
}

/** The tasks of the page's main thread while `act` runs, as the browser traces them. */
export async function traceTasks(page: Page, act: () => Promise<void>): Promise<MainThreadTask[]> {
  const session = await page.context().newCDPSession(page);
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['disabled-by-default-devtools.timeline'] },
  });
  await act();
  await end(session);
  return events.filter(onMainThread(events)).map(({ dur = 0, tdur = 0 }) => ({ wall: dur / 1000, cpu: tdur / 1000 }));
}

async function end(session: CDPSession): Promise<void> {
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.end');
  await complete;
  await session.detach();
}

function onMainThread(events: TraceEvent[]): (event: TraceEvent) => boolean {
  const threads = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  return ({ name, ph, pid, tid }) => name === 'RunTask' && ph === 'X' && threads.has(`${pid} ${tid}`);
}
