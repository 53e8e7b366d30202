import type { ClaimedTask } from '@countersign/contract/agent';
import type { Checkpoints } from './checkpoint.ts';
import { createConsents, type Consents } from './consent.ts';
import { createConversation, type Conversation } from './conversation.ts';
import { createDivergences } from './divergence.ts';
import { TaskFailed } from './failures.ts';
import { makeFolders, type Folders } from './folders.ts';
import { createInbox, type Inbox } from './inbox.ts';
import { newJournal, type Journal } from './journal.ts';
import type { Log } from './log.ts';
import { createOutbox, type Outbox } from './outbox.ts';
import { createRecorder, type Recorder } from './recorder.ts';
import { createRestarts, type Restarts } from './restarts.ts';
import type { RunContext } from './run-context.ts';
import { diverged, settleCall } from './settle-call.ts';
import type { KnownCall } from './tool-call.ts';
import type { Workspace } from './workspace.ts';

/** Everything that belongs to the task in hand. */
export interface Desk {
  run: RunContext;
  task: ClaimedTask;
  folders: Folders;
  log: Log;
  /** Aborted when the work on this task ends, with the reason. */
  signal: AbortSignal;
  abort(reason: Error): void;
  outbox: Outbox;
  inbox: Inbox;
  consents: Consents;
  recorder: Recorder;
  conversation: Conversation;
  journal: Journal;
  workspace: Workspace;
  /** Null until there are files to save. */
  checkpoints: Checkpoints | null;
  /** Resolves when the results of all consents so far are saved and on their way. */
  settling: Promise<unknown>;
  restarts: Restarts;
}

/** So often may a call go without a sign of life for the time of a free wait; then it hangs, and keeps no container any more. */
const SILENCES = 6;

/** Lays out what the work on a task needs; nothing is fetched or started yet. */
export async function openDesk(run: RunContext, task: ClaimedTask): Promise<Desk> {
  const { api, life, log, redact } = run;
  const { epoch, id: taskId } = task;
  const folders = await makeFolders(run.environment.workRoot, taskId);
  const ending = new AbortController();
  const signal = AbortSignal.any([life.work, ending.signal]);
  const outbox = createOutbox({ api, taskId, epoch, complain: log, redact });
  let silences = 0;
  const inbox = createInbox({
    api,
    life,
    taskId,
    epoch,
    messages: task.messages,
    freeWaitSeconds: run.environment.freeWaitSeconds ?? run.identity.freeWaitSeconds,
    async isBusy() {
      if (desk.recorder.isBusy() && (silences += 1) < SILENCES) return true;
      // Work that is saved nowhere else would be gone with the container.
      return (await desk.checkpoints?.save()) === false;
    },
  });
  const divergences = createDivergences(folders.workspace);
  const consents = createConsents({
    api,
    taskId,
    epoch,
    outbox,
    inbox,
    openItems: task.openItems,
    isReopened: task.reopened === true,
    signal,
    beforeWait: () => desk.checkpoints?.request(),
  });
  const onDiverged = (known: KnownCall, problem: string) => diverged(known, problem, desk);
  const recorder = createRecorder({
    taskId,
    epoch,
    workspace: folders.workspace,
    outbox,
    redact,
    log,
    onFinished: (known) => settleCall(known, desk, divergences),
    onReleasedNews(known, update) {
      const problem = divergences.inNews(known, update);
      if (problem !== null) onDiverged(known, problem);
    },
  });
  const conversation = createConversation({
    agent: task.agent,
    workspace: () => desk.workspace,
    path: run.environment.path,
    agentsFolder: run.environment.agentsFolder,
    customCommand: run.environment.customCommand,
    model: run.model,
    recorder,
    permissions: {
      workspace: folders.workspace,
      checkouts: () => desk.workspace.checkouts,
      consents,
      recorder,
      divergences,
      outbox,
      onDiverged,
      log,
    },
    onActivity() {
      silences = 0;
      inbox.touch();
    },
    outputLimitBytes: run.environment.outputLimitBytes,
    onTooMuch: (message) => desk.abort(new TaskFailed(message)),
    room: outbox.room,
    log,
    signal,
  });
  const desk: Desk = {
    run,
    task,
    folders,
    log,
    signal,
    abort: (reason) => ending.abort(reason),
    outbox,
    inbox,
    consents,
    recorder,
    conversation,
    journal: newJournal(task.agent),
    workspace: { folders, checkouts: [], credentialsOf: async () => null, user: run.user },
    checkpoints: null,
    settling: Promise.resolve(),
    restarts: createRestarts(log),
  };
  for (const { broken } of [outbox, inbox]) broken.catch(desk.abort);
  run.heartbeat.carry({ taskId, epoch, onStop: inbox.stop });
  inbox.onStop(() => {
    log('stopped by the owner');
    conversation.interrupt();
  });
  return desk;
}
