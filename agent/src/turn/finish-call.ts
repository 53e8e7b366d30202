import type { ToolCallUpdate } from '@agentclientprotocol/sdk';
import { isRecord } from '../lib/is-record.ts';
import { fitResponse } from '../server/fit-item.ts';
import type { Log } from '../server/log.ts';
import type { Redactor } from '../server/redact.ts';
import type { GrantOutcome, ReportQueue } from '../server/report-queue.ts';
import type { KnownCall } from './call-moves.ts';
import type { CurrentTurn } from './current-turn.ts';
import { responseOf } from './shown/describe-call.ts';
import type { Divergences } from './divergence.ts';

/** How an approved call ends: with its result, or by doing something other than what was approved. */
export interface CallEnds {
  /** Compares what an ended call has made with what was approved, and reports the outcome of its consent. */
  finish(known: KnownCall): Promise<void>;
  /** Compares news about a released call, or about all released parts of one, with what was approved. */
  compareNews(parts: readonly KnownCall[], update: ToolCallUpdate): void;
  /** True if news have no arguments, or those that were approved of one of the parts. */
  fits(parts: readonly KnownCall[], update: ToolCallUpdate): boolean;
  /** Reports that something else was done than was approved, and ends the turn. */
  diverge(known: KnownCall, problem: string): void;
}

export interface CallEndsOptions {
  divergences: Divergences;
  current: CurrentTurn;
  reports: Pick<ReportQueue, 'reportOutcome'>;
  /** Reports an outcome once the work it is about is saved. */
  reportWhenSaved: (itemId: string, outcome: GrantOutcome) => void;
  /** Masks secrets before a long result is cut, which could leave a part of one. */
  redact: Pick<Redactor, 'inValue'>;
  log: Log;
  /** Called when an approved call has ended. */
  onProgress: () => void;
}

export function createCallEnds(options: CallEndsOptions): CallEnds {
  const { divergences, current, reports, log } = options;

  const diverge = (known: KnownCall, problem: string) => {
    log(problem);
    known.diverge();
    current.turn.divergence ??= problem;
    reports.reportOutcome(known.itemId, { outcome: 'diverged', toolResponse: { problem } });
    current.turn.cancel();
  };

  const fits = (parts: readonly KnownCall[], update: ToolCallUpdate) =>
    parts.some((known) => divergences.inNews(known, update) === null);

  return {
    diverge,
    compareNews(parts, update) {
      const last = parts.at(-1);
      const problem = last === undefined || fits(parts, update) ? null : divergences.inNews(last, update);
      if (last !== undefined && problem !== null) diverge(last, problem);
    },
    fits,
    async finish(known) {
      const { problem, notCompared } = await divergences.inFiles(known);
      if (problem !== null) return diverge(known, problem);
      notCompared.forEach((sentence) => log(sentence));
      known.finish();
      current.turn.changed();
      options.onProgress();
      const response = responseOf(known.call);
      const said = notCompared.length === 0 ? response : { ...asRecord(response), notCompared };
      const toolResponse = fitResponse(options.redact.inValue(said));
      options.reportWhenSaved(known.itemId, { outcome: 'executed', toolResponse });
    },
  };
}

/** The result of a call, with room for what must be said beside it. */
function asRecord(response: unknown): Record<string, unknown> {
  return isRecord(response) ? response : { output: response };
}
