import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { ToolCall } from '@agentclientprotocol/sdk';
import type { Attribution, Prepared } from '../attribution/attribution.ts';
import type { Consent, Consents } from '../consent/consent.ts';
import { DecidedMeanwhile, TooLarge } from '../consent/put-question.ts';
import { HoldsSecret } from '../lib/failures.ts';
import { stepId } from '../lib/step-id.ts';
import type { Log } from '../server/log.ts';
import type { KnownCall } from './call-moves.ts';
import { bareFieldsOf } from './shown/bare-fields.ts';
import { describeCall, type CallFields } from './shown/describe-call.ts';
import { refusalOf, type Places } from './refused-places.ts';
import { stepOf } from './step-of.ts';
import type { Turn } from './turn.ts';

export interface AskOptions extends Places {
  consents: Consents;
  attribution: Attribution;
  log: Log;
}

/** A question that was put to the person, and what exactly it asked. */
export interface Opened {
  id: string;
  asked: ToolCall;
  fields: CallFields;
}

/** What came of asking, and what exactly was asked last. */
export interface Answered {
  /** Null if the turn was cancelled meanwhile. */
  consent: Consent | null;
  asked: ToolCall;
  fields: CallFields;
  /** A look at the files that was begun when the approval came. */
  prepared?: Prepared | undefined;
  /** The question that is open about the step as it was, where it was changed to what is refused without asking. */
  withdraws?: Opened | undefined;
}

/** What is being asked has changed while the question was open. */
class Changed extends Error {
  override name = 'Changed';
}

/** How often an agent may change a step that a person is reading; after that it is refused. */
const CHANGES_MAX = 20;

/**
 * Asks the person about a call as it is known now. If the agent changes what the person reads while the question is
 * open, that question is closed, and the changed step is asked in its place unless it is refused without asking. `before`:
 * how often it was approved already, and had changed by then.
 */
export async function askPerson(known: KnownCall, turn: Turn, options: AskOptions, before = 0): Promise<Answered> {
  const firstId = before === 0 ? known.itemId : stepId(known.itemId, 'anew');
  /** The questions asked about this call; the last one counts. */
  const open: Opened[] = [];
  let prepared: Prepared | undefined;
  const onApproved = () => (prepared = options.attribution.prepare());
  for (let changes = 0; ; changes += 1) {
    // This is what the person is shown and answers. The agent may send other arguments meanwhile.
    const asked = known.call;
    const { fields, refusal: unasked } = await lookAt(asked, options);
    const former = open.at(-1);
    options.log(`${former === undefined ? 'asks' : 'asks again, as it has changed'}: ${fields.title}`);
    const refusal = before + changes > CHANGES_MAX ? 'It kept changing while it was being read.' : unasked;
    const id = changes === 0 ? firstId : stepId(firstId, 'instead', String(changes));
    if (refusal !== null) return { consent: refused(id, refusal), asked, fields, withdraws: former };
    const onAsked = (id: string) => {
      known.itemId = id;
      open.push({ id, asked, fields });
      options.attribution.asks(stepOf(id, asked, fields, options.workspace));
    };
    try {
      const link = former === undefined ? {} : { replaces: former.id };
      const consent = await waitFor({ id, ...link, fields, onAsked, onApproved }, known, turn, options);
      const isRefused = consent !== null && !consent.isDecided;
      return { consent, asked, fields, prepared, ...(isRefused && { withdraws: former }) };
    } catch (error) {
      if (error instanceof DecidedMeanwhile && former !== undefined) {
        // The decision is about what was shown then; a comparison finds out if the agent means another step by now.
        const again = { id: former.id, fields: former.fields, isDecided: true, onAsked, onApproved };
        const consent = await waitFor(again, known, turn, options);
        return { consent, asked: former.asked, fields: former.fields, prepared };
      }
      if (!(error instanceof Changed)) throw error;
    }
  }
}

/** Refuses a call as it is known now without asking the person. */
export async function refuse(known: KnownCall, reason: string, options: AskOptions): Promise<Answered> {
  const asked = known.call;
  const { fields } = await lookAt(asked, options);
  return { consent: refused(known.itemId, reason), asked, fields };
}

/** A call as it is shown, and why nobody is asked about it; null if the person is. What cannot be shown is refused. */
async function lookAt(asked: ToolCall, options: AskOptions): Promise<{ fields: CallFields; refusal: string | null }> {
  try {
    const fields = await describeCall(asked, options.workspace);
    return { fields, refusal: await refusalOf(asked, options) };
  } catch (error) {
    options.log(`A step could not be shown: ${String(error)}`);
    return { fields: bareFieldsOf(asked), refusal: 'This step could not be shown. Try it in another way.' };
  }
}

interface Question {
  id: string;
  replaces?: string;
  fields: CallFields;
  /** A person has decided it: further changes of the step no longer change the question. */
  isDecided?: boolean;
  onAsked: (itemId: string) => void;
  onApproved: () => void;
}

/** Null where the turn is cancelled. Throws Changed, DecidedMeanwhile. */
async function waitFor(
  { id, replaces, fields, isDecided = false, onAsked, onApproved }: Question,
  known: KnownCall,
  turn: Turn,
  { consents, workspace }: AskOptions,
): Promise<Consent | null> {
  const over = new AbortController();
  const changed = new AbortController();
  const compare = async () => {
    if (known.isOver) return; // what it says about its end does not change what was asked
    const now = await describeCall(known.call, workspace);
    if (!isDeepStrictEqual(now, fields)) changed.abort(new Changed(fields.title));
  };
  // If a file cannot be read for a moment, the next message brings another comparison.
  if (!isDecided) known.onNews(() => void compare().catch(() => undefined), over.signal);
  const close = turn.opens();
  try {
    return await consents.obtain({
      item: { ...fields, id, parentId: known.parentId, enforcement: 'honoured' },
      ...(replaces === undefined ? {} : { replaces }),
      fingerprint: fingerprintOf(fields),
      signal: AbortSignal.any([turn.cancelled, changed.signal]),
      onAsked,
      onApproved,
    });
  } catch (error) {
    // Under the id that was to be used: a former question has other bytes, which do not change.
    if (error instanceof TooLarge) return tooLarge(id);
    if (error instanceof HoldsSecret) return refused(id, error.message);
    if (turn.cancelled.aborted) return null;
    throw error;
  } finally {
    over.abort();
    close();
  }
}

/** A person who cannot read it cannot approve it. */
function tooLarge(itemId: string): Consent {
  return refused(itemId, 'This is too large to be reviewed. Split it into smaller steps.');
}

function refused(itemId: string, reason: string): Consent {
  return { itemId, isApproved: false, reason, edits: null, answer: null, isDecided: false };
}

/** Equal for equal steps, whatever the agent calls them. */
export function fingerprintOf(fields: CallFields): string {
  const { type, toolName, toolKind, toolParameters, filePath, fileContent } = fields;
  const bytes = JSON.stringify([type, toolName, toolKind, toolParameters, filePath, fileContent]);
  return createHash('sha256').update(bytes).digest('base64url');
}
