import { createHash } from 'node:crypto';
import { RequestError, type CreateElicitationRequest, type CreateElicitationResponse } from '@agentclientprotocol/sdk';
import { DECLINED_REASON } from '@countersign/contract';
import type { ClaimedTask } from '@countersign/contract/agent';
import type { Consent, Consents } from '../consent/consent.ts';
import { TooLarge } from '../consent/put-question.ts';
import { HoldsSecret } from '../lib/failures.ts';
import { stepId } from '../lib/step-id.ts';
import type { Log } from '../server/log.ts';
import type { GrantOutcome, ReportQueue } from '../server/report-queue.ts';
import type { Recorder } from './recorder.ts';
import { readElicitation, type Elicitation } from './read-elicitation.ts';
import type { Turn } from './turn.ts';

/** What is needed to answer an agent's questions. */
export interface ElicitationOptions {
  task: Pick<ClaimedTask, 'id' | 'epoch'>;
  consents: Consents;
  recorder: Pick<Recorder, 'recorded'>;
  reports: Pick<ReportQueue, 'put'>;
  /** Reports an outcome once the work it is about is saved. */
  reportWhenSaved: (itemId: string, outcome: GrantOutcome) => void;
  /** Called with each question that is refused without asking the person, and with null where one is decided. */
  onRefused: (refused: { title: string; reason: string } | null) => void;
  log: Log;
}

const cancelled: CreateElicitationResponse = { action: 'cancel' };

/**
 * Answers what an agent asks a person, in fields or at an address. The question waits, is saved and is taken up again
 * like a request for approval; but the answer is data, goes only to the agent, and allows nothing.
 */
export function createElicitations(options: ElicitationOptions) {
  const { task, recorder, reports, onRefused, log } = options;
  let asked = 0;
  return async (request: CreateElicitationRequest, turn: Turn): Promise<CreateElicitationResponse> => {
    if (turn.cancelled.aborted) return cancelled;
    const id = stepId(task.id, 'elicitation', String(task.epoch), String((asked += 1)));
    const read = readElicitation(request);
    const refuse = (reason: string): never => {
      log(`refused to ask: ${reason}`);
      const content = typeof read === 'string' ? request.message : read.content;
      const title = typeof read === 'string' ? 'The agent asks for information' : read.title;
      const toolResponse = { status: 'failed', output: reason };
      reports.put({ id, type: 'tool_call', title, content, toolName: 'elicitation', toolKind: 'other', toolResponse });
      onRefused({ title, reason });
      throw RequestError.invalidParams({ reason }, reason);
    };
    if (typeof read === 'string') return refuse(read);
    await recorder.recorded();
    try {
      log(`asks for information: ${read.title}`);
      const consent = await obtain(id, read, turn, options);
      if (consent !== null) onRefused(null);
      return consent === null ? cancelled : reply(consent, read, turn, options);
    } catch (error) {
      if (error instanceof TooLarge) return refuse('This is too large to be read. Ask for less at a time.');
      if (error instanceof HoldsSecret) return refuse(error.message);
      throw error;
    }
  };
}

/** Null if the turn is cancelled. */
async function obtain(
  id: string,
  { title, content, parameters }: Elicitation,
  turn: Turn,
  { consents }: ElicitationOptions,
): Promise<Consent | null> {
  const close = turn.opens();
  try {
    return await consents.obtain({
      item: {
        id,
        type: 'approval_request',
        title,
        content,
        toolName: 'elicitation',
        toolKind: 'elicitation',
        toolParameters: parameters,
      },
      fingerprint: fingerprintOf([title, content, parameters]),
      isForAnswer: true,
      signal: turn.cancelled,
    });
  } catch (error) {
    if (turn.cancelled.aborted) return null;
    throw error;
  } finally {
    close();
  }
}

/** A reason cannot travel with "decline": if the person gave one, it comes with the next prompt. */
function reply(
  { itemId, isApproved, answer, reason }: Consent,
  { title, parameters }: Elicitation,
  turn: Turn,
  { reportWhenSaved, log }: ElicitationOptions,
): CreateElicitationResponse {
  if (isApproved && answer !== null) {
    log(`answered: ${title}`);
    reportWhenSaved(itemId, { outcome: 'executed' });
    return parameters.mode === 'form' ? { action: 'accept', content: answer } : { action: 'accept' };
  }
  log(`declined: ${title}`);
  if (reason === null || reason === DECLINED_REASON) reportWhenSaved(itemId, { outcome: 'told' });
  else turn.reject({ itemId, type: 'approval_request', title, reason, isDecided: true });
  return { action: 'decline' };
}

/** Equal for equal questions, and never equal to that of an approval. */
function fingerprintOf(asked: unknown): string {
  return `elicitation ${createHash('sha256').update(JSON.stringify(asked)).digest('base64url')}`;
}
