import type { SessionUpdate } from '@agentclientprotocol/sdk';
import type { AcpHandlers } from '../acp/acp-connection.ts';
import type { ClaimedTask } from '@countersign/contract/agent';
import type { Attribution } from '../attribution/attribution.ts';
import type { Consents } from '../consent/consent.ts';
import type { Log } from '../server/log.ts';
import type { Redactor } from '../server/redact.ts';
import type { GrantOutcome, ReportQueue } from '../server/report-queue.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { fingerprintOf } from './ask-person.ts';
import { createCalls, type Calls } from './calls.ts';
import { createCurrentTurn, type CurrentTurn } from './current-turn.ts';
import { createDivergences, type Divergences } from './divergence.ts';
import { createElicitations } from './elicitation.ts';
import { createCallEnds } from './finish-call.ts';
import { answerPermission } from './permission.ts';
import { createRecorder, type Recorder } from './recorder.ts';
import { createStepUsage, type StepUsage } from './step-usage.ts';
import { refuseUnaskable } from './unaskable.ts';

/** What receives the agent's news and answers its requests, over all of a task's turns and agents. */
export interface SessionParts {
  readonly current: CurrentTurn;
  readonly calls: Calls;
  readonly recorder: Recorder;
  readonly divergences: Divergences;
  readonly usage: StepUsage;
  readonly answerPermission: AcpHandlers['onPermission'];
  readonly answerElicitation: AcpHandlers['onElicitation'];
  /** For an agent that does not ask about files with a line break in their names, after the recorder has taken the update. */
  readonly refuseUnaskable: (update: SessionUpdate) => Promise<void>;
}

export interface SessionPartsOptions {
  task: Pick<ClaimedTask, 'id' | 'epoch'>;
  workspace: Workspace;
  consents: Consents;
  attribution: Attribution;
  reports: ReportQueue;
  /** Reports an outcome once the work it is about is saved. */
  reportWhenSaved: (itemId: string, outcome: GrantOutcome) => void;
  redact: Redactor;
  /** Called when an approved call has ended. */
  onProgress: () => void;
  /** Called with each question that is refused without asking the person, and with null where one is decided. */
  onRefused: (refused: { title: string; reason: string } | null) => void;
  /** Called with the title of a step that has failed unasked, and with null where one has succeeded. */
  onUnasked: (failed: string | null) => void;
  log: Log;
}

/** Puts them together. */
export function createSessionParts(options: SessionPartsOptions): SessionParts {
  const { task, consents, attribution, reports, reportWhenSaved, redact, onProgress, onRefused, log } = options;
  const { folders, checkouts } = options.workspace;
  const workspace = folders.workspace;
  const current = createCurrentTurn();
  const usage = createStepUsage({ reports });
  const calls = createCalls(task, usage.begins, (text) => redact.inValue(text));
  const divergences = createDivergences(workspace);
  const ends = createCallEnds({ divergences, current, reports, reportWhenSaved, redact, log, onProgress });
  const recorder = createRecorder({
    taskId: task.id,
    epoch: task.epoch,
    workspace,
    calls,
    reports,
    redact,
    log,
    onHeardEnd: ({ itemId }) => attribution.closes(itemId),
    ends,
    isAsked: (fields) =>
      consents.standing
        // What the runner asks by itself answers no call.
        .filter(({ type }) => type !== 'approval_request')
        .some(({ fingerprint }) => fields === undefined || fingerprint === fingerprintOf(fields)),
    isCutShort: () => current.turn.cancelled.aborted && current.turn.rejections.length > 0,
    onStep: usage.begins,
    onUnasked: options.onUnasked,
  });
  const permissions = {
    workspace,
    checkouts,
    consents,
    attribution,
    calls,
    recorder,
    divergences,
    reports,
    onDiverged: ends.diverge,
    log,
  };
  const elicitations = createElicitations({ task, consents, recorder, reports, reportWhenSaved, onRefused, log });
  return {
    current,
    calls,
    recorder,
    divergences,
    usage,
    answerPermission: (request) => answerPermission(request, current.turn, permissions),
    answerElicitation: (request) => elicitations(request, current.turn),
    refuseUnaskable: (update) => refuseUnaskable(update, current.turn, permissions),
  };
}
