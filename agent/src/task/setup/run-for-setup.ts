import type { ProjectVariable } from '@countersign/contract/agent';
import { goesOnAfterStop, stoppedByOwner } from '../../consent/throw-if-stopped.ts';
import { runAsAgent, type ShellResult } from '../../isolation/run-as-agent.ts';
import { environmentOf } from './read-variables.ts';
import type { TaskRun } from '../task-run.ts';

/** Told while the setup command is at work. */
export const RUNNING = {
  kind: 'files',
  title: 'Running the setup command',
  text: 'The setup command is taking a long time.',
} as const;

/** Runs a command of the setup in a folder, with these values and nothing else, until Stop. */
export function runForSetup(
  { waits, folders, context, feed, log, signal: ended }: TaskRun,
  command: string,
  folder: string,
  values: readonly ProjectVariable[],
): Promise<ShellResult> {
  const { path, isolation } = context.environment;
  const stop = new AbortController();
  feed.onStop(() => !goesOnAfterStop(feed) && stop.abort(stoppedByOwner()));
  const signal = AbortSignal.any([ended, stop.signal]);
  const env = environmentOf(values);
  const { user, redact } = context;
  const place = { folders, path, user, isolation };
  return waits.during(RUNNING, () => runAsAgent({ command, folder, env, ...place, log, redact, signal }));
}
