import type { PermissionOptionKind, RequestPermissionRequest, ToolCall } from '@agentclientprotocol/sdk';
import type { Consent } from '../consent/consent.ts';
import type { Rejection } from '../consent/rejection.ts';
import type { ReportQueue } from '../server/report-queue.ts';
import { askPerson, refuse, type Answered, type AskOptions, type Opened } from './ask-person.ts';
import type { KnownCall } from './call-moves.ts';
import type { CallFields } from './shown/describe-call.ts';
import { leadsAsShown } from './shown/leads-to.ts';
import type { Divergences } from './divergence.ts';
import type { Recorder } from './recorder.ts';
import { stepOf } from './step-of.ts';
import type { Turn } from './turn.ts';

/** What is needed to decide on a permission request. */
export interface VerdictOptions extends AskOptions {
  recorder: Pick<Recorder, 'recorded'>;
  divergences: Divergences;
  reports: Pick<ReportQueue, 'reportOutcome' | 'put' | 'flush'>;
  /** Called when the agent was allowed one thing and means another. */
  onDiverged: (known: KnownCall, problem: string) => void;
}

/** A request about a call, in the turn in which it came. */
export interface Asking {
  request: RequestPermissionRequest;
  turn: Turn;
  known: KnownCall;
  /** The agent has only begun to announce the call, and the request tells more of it. */
  isBegun: boolean;
}

/** The kind of the option that is chosen; null to choose none. */
export type Verdict = Extract<PermissionOptionKind, 'allow_once' | 'reject_once'> | null;

/** A verdict, and what exactly it is about. */
export interface Decided {
  verdict: Verdict;
  asked: ToolCall;
  fields: CallFields;
}

/** How long the end of a turn waits for approved calls that give no sign of life. */
export const STILL_MS = 10_000;
/** How long to wait for the rest of a step that its agent has begun to announce: it comes with the next messages. */
const PIECES_MS = 250;
/** The result of a call that was approved too late; it reads as one that failed. */
const notRun = {
  status: 'failed',
  output: 'It was not run: the turn had ended before the agent was told of the approval.',
};
/** The same for a call that its agent ended while the question was open, whatever it had done by then. */
const endedBefore = {
  status: 'failed',
  output: 'The agent had ended this call before it was approved: nothing was run on this approval.',
};
/** The same for a step that its agent changed, into one that is refused, in the moment of the approval. */
const changedBefore = {
  status: 'failed',
  output: 'It was not run: the agent had changed this step before it was told of the approval.',
};
/** The same for a step of which the person was shown less, or other files, than it would use by now. */
const ledElsewhere = {
  status: 'failed',
  output:
    'It was not run: what its names lead to had changed since it was shown, by another step or in the background. It is asked about as it is now.',
};
/** Why a step is refused that could be approved only together with all that follow. */
const NO_ONCE = 'The agent offers no way to allow this once.';

/** Has the person decide on a request, unless it is refused without asking. */
export async function verdictOn(asking: Asking, options: VerdictOptions): Promise<Decided> {
  const { request, turn, known, isBegun } = asking;
  // Open until its agent has the answer: what was approved begins only then, and a rejection beside it must not end the
  // turn before.
  const close = turn.opens();
  try {
    if (isBegun) await nextPiece(known, turn);
    await options.recorder.recorded(known);
    for (let before = 0; ; before += 1) {
      const { withdraws, ...answered } = request.options.some(({ kind }) => kind === 'allow_once')
        ? await askPerson(known, turn, options, before)
        : await refuse(known, NO_ONCE, options);
      const { consent, asked, fields } = answered;
      const decided = (verdict: Verdict): Decided => ({ verdict, asked, fields });
      if (consent === null) return decided(null);
      if (consent.isApproved) {
        const verdict = await allow(asking, { ...answered, consent }, options);
        if (verdict === 'anew') continue;
        return decided(verdict);
      }
      close();
      return decided(await reject(asking, { consent, fields, withdraws }, options));
    }
  } finally {
    close();
  }
}

async function nextPiece(known: KnownCall, turn: Turn): Promise<void> {
  const late = AbortSignal.any([AbortSignal.timeout(PIECES_MS), turn.cancelled]);
  await new Promise<void>((resolve) => {
    known.onNews(resolve, late);
    late.addEventListener('abort', () => resolve(), { once: true });
  });
}

/**
 * The agent may do what was approved, unless it means something else by now, or the turn is over. `anew` where its
 * names lead elsewhere than was shown: nothing is run on that approval, and the person is asked about what it would do
 * now.
 */
async function allow(
  { turn, known }: Asking,
  { consent, asked, fields, prepared }: Answered & { consent: Consent },
  options: VerdictOptions,
): Promise<Verdict | 'anew'> {
  const { divergences, attribution, workspace, log } = options;
  log(`approved: ${fields.title}`);
  await divergences.expect(known, asked, fields);
  const step = stepOf(consent.itemId, asked, fields, workspace);
  await attribution.opens(step, prepared);
  // The last look before the agent may begin.
  const isAsShown = await leadsAsShown(asked, fields, workspace);
  const problem = divergences.sinceAsked(known);
  if (problem !== null) {
    attribution.closes(step.id);
    options.onDiverged(known, problem);
    return null;
  }
  // Stop may have come since the consent was redeemed. Redeeming cannot be undone, but nothing can have come of it,
  // which is reported.
  if (turn.cancelled.aborted) {
    attribution.closes(step.id);
    options.reports.reportOutcome(known.itemId, { outcome: 'not_executed', toolResponse: notRun });
    return null;
  }
  if (known.stage === 'asked' && !isAsShown) {
    attribution.closes(step.id);
    log(`not run, as its names lead elsewhere by now: ${fields.title}`);
    options.reports.reportOutcome(consent.itemId, { outcome: 'not_executed', toolResponse: ledElsewhere });
    return 'anew';
  }
  if (known.stage === 'asked') {
    known.release();
    return 'allow_once';
  }
  // Its agent has reported its end meanwhile, so nothing would report the outcome of this consent later.
  attribution.closes(step.id);
  if (known.stage !== 'finished') return 'allow_once';
  log(`ended before it was approved: ${fields.title}`);
  options.reports.reportOutcome(consent.itemId, { outcome: 'not_executed', toolResponse: endedBefore });
  return null;
}

/**
 * A reason cannot travel with the answer: the agent gets a no, its turn is cancelled, and the next prompt says why.
 * Before that, everything else that was asked in this turn is decided, and done if approved; what gives no sign of life
 * for STILL_MS is not waited for.
 */
export async function reject(
  { turn }: Pick<Asking, 'turn'>,
  { consent, fields, withdraws }: { consent: Consent; fields: CallFields; withdraws: Opened | undefined },
  options: VerdictOptions,
): Promise<Verdict> {
  const { reports, attribution, log } = options;
  const rejection = toRejection(consent, fields);
  if (consent.isDecided) attribution.rejects(consent.itemId);
  // Nobody was asked, but the history records it nevertheless.
  if (!consent.isDecided) {
    const toolResponse = { status: 'failed', output: rejection.reason };
    const replaces = withdraws === undefined ? {} : { replaces: withdraws.id };
    reports.put({ ...fields, id: consent.itemId, ...replaces, toolResponse });
    if (withdraws !== undefined) await hearWithdrawn(withdraws, turn, options);
  }
  log(`rejected: ${rejection.title}: ${rejection.reason}`);
  turn.reject(rejection);
  await turn.quiet(STILL_MS);
  // After the answer, so that the agent gets "no" before "stop".
  setImmediate(() => turn.cancel());
  return 'reject_once';
}

/**
 * A person may have decided the question before it was withdrawn. Nothing comes of an approval; a rejection's reason is
 * passed on.
 */
async function hearWithdrawn(
  { id, fields }: Opened,
  turn: Turn,
  { consents, reports, attribution }: VerdictOptions,
): Promise<void> {
  await reports.flush();
  const decided = await consents.withdraw(id);
  if (decided === null) return;
  if (decided.isApproved) return reports.reportOutcome(id, { outcome: 'not_executed', toolResponse: changedBefore });
  attribution.rejects(id);
  turn.reject(toRejection(decided, fields));
}

function toRejection(consent: Consent, fields: CallFields): Rejection {
  const type = fields.type === 'file_creation' ? 'file_creation' : 'tool_call';
  const { itemId, reason, isDecided } = consent;
  return { itemId, type, title: fields.title, reason: reason ?? 'No reason was given.', isDecided };
}
