import { hangsOnLineBreaks } from '../agents/find-agent.ts';
import { createSavedReports, type SavedReports } from '../checkpoint/saved-reports.ts';
import { createConsents, type Consents } from '../consent/consent.ts';
import { TaskFailed } from '../lib/failures.ts';
import type { CountedUsage } from '../turn/agent-usage.ts';
import { createAgentSession, type AgentSession } from '../turn/agent-session.ts';
import { startFreeWait } from './watch/free-wait.ts';
import type { TaskFiles } from './prepare-files.ts';
import { environmentOf } from './setup/read-variables.ts';
import { createPatience, type Patience } from './turns/patience.ts';
import type { TaskLink } from './task-link.ts';
import { tellOfServer } from './watch/tell-of-server.ts';
import { tellOfSilence } from './watch/tell-of-silence.ts';
import { tellOfTrouble } from './watch/tell-of-trouble.ts';
import { SILENT_LIMIT_SECONDS, SILENT_SECONDS, startWatchdog } from './watch/watchdog.ts';

/** A task whose files are ready, with everything that the work on it needs. */
export interface TaskRun extends TaskLink, TaskFiles {
  readonly saved: SavedReports;
  readonly consents: Consents;
  readonly patience: Patience;
  readonly session: AgentSession;
  /** From now on the agent's silence, or trouble with its model, is no longer reported. */
  stopWatching(): void;
}

/** Puts together what the work on a task needs; the agent is not started yet. */
export function createTaskRun(link: TaskLink, files: TaskFiles): TaskRun {
  const { context, task, log, signal, reports, feed } = link;
  const { journal, workspace, checkpoints, attribution } = files;
  const { api, life, environment, identity } = context;
  const saved = createSavedReports({ checkpoints, journal, reports });
  const patience = createPatience(log, environment.providerWaitSeconds * 1000);
  let asked = 0;
  const consents = createConsents({
    api,
    taskId: task.id,
    epoch: task.epoch,
    reports,
    feed,
    openItems: task.openItems,
    isReopened: task.reopened === true,
    journal,
    signal,
    beforeWait: checkpoints.request,
  });
  const onLimit = (reason: string) => link.abort(new TaskFailed(reason));
  const endFor = (reason: string | null) => {
    if (reason !== null) onLimit(reason);
  };
  const session = createAgentSession({
    agent: task.agent,
    task,
    workspace,
    path: environment.path,
    agentsFolder: environment.agentsFolder,
    customCommand: environment.customCommand,
    hangsOnLineBreaks: hangsOnLineBreaks(task.agent),
    asksBeforeReading: environment.asksBeforeReading ?? identity.asksBeforeReading ?? false,
    isolation: environment.isolation,
    model: () => context.models.accessFor(task),
    // The one exception to having no secrets in its process.
    environment: environmentOf(files.variables.filter(({ forAgent }) => forAgent)),
    outputLimitBytes: environment.outputLimitBytes,
    onTooMuch: onLimit,
    consents,
    attribution,
    reports,
    // What was read must be recorded first: an agent that is read faster than that could not even be stopped.
    room: async () => {
      await session.recorded();
      await reports.room();
    },
    reportWhenSaved: saved.reportWhenSaved,
    onProgress: patience.progress,
    onRefused: (refused) => endFor(patience.isRefused(refused)),
    onUnasked: (failed) => endFor(patience.fails(failed)),
    redact: context.redact,
    counted: { ...countedBeside(link), asked: () => asked },
    log,
    signal,
  });
  feed.onStop(() => session.interrupt());
  // A later run hears of no Stop. Of its approvals the server tells, even if this cannot be saved; earlier servers do not.
  feed.beforeGoingOn(async () => journal.lapsed.length > 0 && checkpoints.save());
  link.meter.listener = {
    onAsk() {
      asked += 1;
      session.usage.asks();
    },
    onUsed: session.usage.used,
    onBlocked: () => void session.endForBudget(),
  };
  const silent = {
    seconds: environment.silentSeconds ?? identity.silentSeconds ?? SILENT_SECONDS,
    limitSeconds: environment.silentLimitSeconds ?? identity.silentLimitSeconds ?? SILENT_LIMIT_SECONDS,
  };
  const longSeconds = environment.longWaitSeconds;
  const model = context.modelWatch;
  model.startOver();
  const watchers = [
    startWatchdog({
      session,
      feed,
      model,
      silentSeconds: silent.seconds,
      modelSeconds: Math.min(silent.seconds, longSeconds),
      limitSeconds: silent.limitSeconds,
      onSilent: tellOfSilence(link),
      onLimit,
    }),
    tellOfTrouble({ watch: model, waits: link.waits, limitSeconds: silent.limitSeconds, onLimit }),
    tellOfServer({ watch: context.serverWatch, waits: link.waits, longSeconds }),
  ];
  startFreeWait({
    feed,
    session,
    seconds: environment.freeWaitSeconds ?? identity.freeWaitSeconds,
    save: checkpoints.save,
    giveBack: () => life.end('waiting'),
  });
  const stopWatching = () => watchers.forEach((watcher) => watcher.stop());
  return { ...link, ...files, saved, consents, patience, session, stopWatching };
}

/** An agent that asks its model by itself is counted under its own name. */
function countedBeside({ meter, context, task }: TaskLink): Omit<CountedUsage, 'asked'> {
  const model = `${task.agent}, as it says`;
  return {
    counted: () => meter.sums.total,
    count: (inputTokens) => context.meter.countBeside({ model, inputTokens, outputTokens: 0, cachedTokens: 0 }),
  };
}
