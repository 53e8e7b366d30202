import { createHash } from 'node:crypto';
import { relative, resolve } from 'node:path';
import type {
  PermissionOption,
  PermissionOptionKind,
  RequestPermissionRequest,
  RequestPermissionResponse,
  ToolCall,
} from '@agentclientprotocol/sdk';
import { TooLarge, type Consent, type Consents } from '../consent/consent.ts';
import type { Rejection } from '../consent/rejection.ts';
import { HoldsSecret } from '../lib/failures.ts';
import type { Log } from '../server/log.ts';
import type { ReportQueue } from '../server/report-queue.ts';
import type { Checkout } from '../workspace/checkout.ts';
import { leadsInside } from '../workspace/leads-inside.ts';
import type { KnownCall } from './call-moves.ts';
import type { Calls } from './calls.ts';
import { describeCall, shownPath, type CallFields } from './describe-call.ts';
import type { Divergences } from './divergence.ts';
import type { Recorder } from './recorder.ts';
import { placesWrittenBy } from './tool-call.ts';
import type { Turn } from './turn.ts';

/** What a permission request is answered with. */
export interface PermissionOptions {
  workspace: string;
  /** Where files are saved and published. */
  checkouts: ReadonlyArray<Pick<Checkout, 'folder'>>;
  consents: Consents;
  calls: Calls;
  recorder: Pick<Recorder, 'recorded'>;
  divergences: Divergences;
  reports: Pick<ReportQueue, 'reportOutcome'>;
  /** Called when the agent was allowed one thing and means another. */
  onDiverged: (known: KnownCall, problem: string) => void;
  log: Log;
}

/** How long a rejection waits for approved calls that give no sign of life. */
const STILL_MS = 10_000;
/** The result of a call that was approved too late; it reads as one that failed. */
const notRun = {
  status: 'failed',
  output: 'It was not run: the turn had ended before the agent was told of the approval.',
};
const either = new Intl.ListFormat('en', { type: 'disjunction' });
const cancelled: RequestPermissionResponse = { outcome: { outcome: 'cancelled' } };

/**
 * Answers a permission request of the agent with what the person decides. Only once-options are ever chosen: a rule is the owner's
 * to make, not the agent's to offer.
 */
export async function answerPermission(
  request: RequestPermissionRequest,
  turn: Turn,
  options: PermissionOptions,
): Promise<RequestPermissionResponse> {
  if (turn.cancelled.aborted) return cancelled;
  const { calls, recorder, log } = options;
  const known = calls.hear(request.toolCall);
  turn.ask(known);
  // This is what the person is shown and answers. The agent may send other arguments meanwhile.
  const asked = known.call;
  await recorder.recorded();
  const fields = await describeCall(asked, options.workspace);
  log(`asks: ${fields.title}`);
  const consent = (await refusal(known.itemId, asked, options)) ?? (await ask(known, fields, turn, options));
  if (consent === null) return cancelled;
  if (!consent.isApproved) return reject(request, turn, toRejection(consent, fields), log);
  log(`approved: ${fields.title}`);
  await options.divergences.expect(asked, fields);
  const problem = options.divergences.sinceAsked(known);
  if (problem !== null) {
    options.onDiverged(known, problem);
    return cancelled;
  }
  const answer = optionOf(request.options, 'allow_once');
  // Stop may have come since the consent was redeemed. That cannot be undone, but nothing came of it for certain, which is reported.
  if (turn.cancelled.aborted || answer === cancelled) {
    options.reports.reportOutcome(known.itemId, { outcome: 'executed', toolResponse: notRun });
    return cancelled;
  }
  // An agent that reported the end of it meanwhile is not waited for.
  if (known.stage === 'asked') known.release();
  return answer;
}

async function ask(
  known: KnownCall,
  fields: CallFields,
  turn: Turn,
  options: PermissionOptions,
): Promise<Consent | null> {
  turn.undecided += 1;
  turn.changed();
  try {
    return await options.consents.obtain({
      item: { ...fields, id: known.itemId, parentId: known.parentId, enforcement: 'honoured' },
      fingerprint: fingerprintOf(fields),
      signal: turn.cancelled,
      onAsked: (itemId) => (known.itemId = itemId),
    });
  } catch (error) {
    if (error instanceof TooLarge) return tooLarge(known.itemId);
    if (error instanceof HoldsSecret) return refused(known.itemId, error.message);
    if (turn.cancelled.aborted) return null;
    throw error;
  } finally {
    turn.undecided -= 1;
    turn.changed();
  }
}

/** A person who cannot read it cannot approve it. */
function tooLarge(itemId: string): Consent {
  return refused(itemId, 'This is too large to be reviewed. Split it into smaller steps.');
}

/**
 * Refuses a change outside of the workspace without asking: a link of the repository could make it look like one inside. The same goes for
 * a change beside the repositories where these lie below the workspace: it would be lost with the container, and published with nothing.
 */
async function refusal(
  itemId: string,
  asked: ToolCall,
  { workspace, checkouts }: PermissionOptions,
): Promise<Consent | null> {
  const folders = checkouts.map(({ folder }) => folder);
  for (const path of placesWrittenBy(asked)) {
    if (!(await leadsInside(workspace, path)))
      return refused(itemId, `${path} leads out of the workspace. Only files inside of it can be changed.`);
    const place = resolve(workspace, path);
    const isKept = await Promise.all(folders.map((folder) => leadsInside(folder, place)));
    if (isKept.includes(true)) continue;
    const shown = shownPath(path, workspace);
    const names = folders.map((folder) => `${relative(workspace, folder)}/`);
    return refused(itemId, `${shown} is neither saved nor published. Write into ${either.format(names)} instead.`);
  }
  return null;
}

function refused(itemId: string, reason: string): Consent {
  return { itemId, isApproved: false, reason, edits: null, isDecided: false };
}

/**
 * A reason cannot travel with the answer: the agent gets a no, its turn is cancelled, and the next prompt says why. Everything
 * else that was asked for in this turn is decided, and done if approved, before that.
 */
async function reject(
  request: RequestPermissionRequest,
  turn: Turn,
  rejection: Rejection,
  log: Log,
): Promise<RequestPermissionResponse> {
  log(`rejected: ${rejection.title}: ${rejection.reason}`);
  turn.reject(rejection);
  await turn.quiet(STILL_MS);
  // After the answer, so that the agent hears "no" before it hears "stop".
  setImmediate(() => turn.cancel());
  return optionOf(request.options, 'reject_once');
}

function toRejection(consent: Consent, fields: CallFields): Rejection {
  const type = fields.type === 'file_creation' ? 'file_creation' : 'tool_call';
  const { itemId, reason, isDecided } = consent;
  return { itemId, type, title: fields.title, reason: reason ?? 'No reason was given.', isDecided };
}

/** By its kind: ids differ from agent to agent. */
function optionOf(offered: readonly PermissionOption[], kind: PermissionOptionKind): RequestPermissionResponse {
  const option = offered.find((candidate) => candidate.kind === kind);
  return option ? { outcome: { outcome: 'selected', optionId: option.optionId } } : cancelled;
}

/** Equal for equal steps, whatever the agent calls them. */
function fingerprintOf(fields: CallFields): string {
  const { type, toolName, toolKind, toolParameters, filePath, fileContent } = fields;
  const bytes = JSON.stringify([type, toolName, toolKind, toolParameters, filePath, fileContent]);
  return createHash('sha256').update(bytes).digest('base64url');
}
