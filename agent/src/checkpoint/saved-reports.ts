import type { GrantOutcome, ReportQueue } from '../server/report-queue.ts';
import type { Checkpoints } from './checkpoint.ts';
import type { Journal } from './journal.ts';

/**
 * Reports that wait until the work they are about is saved. If the container is lost before that, so is the work, and a
 * consent that counted as used would stand for nothing.
 */
export interface SavedReports {
  /** Calls `report` once the present state is saved. If saving fails, a later save calls it. */
  whenSaved(report: () => void): void;
  /** Reports what came of a consent once the work that it allowed is saved. */
  reportWhenSaved(itemId: string, outcome: GrantOutcome): void;
  /** Resolves when every save begun for a report has succeeded or failed. */
  attempted(): Promise<void>;
}

export interface SavedReportsOptions {
  checkpoints: Pick<Checkpoints, 'save'>;
  /** Keeps each outcome, so that a later run can report it if this one could not. */
  journal: Pick<Journal, 'results' | 'notExecuted'>;
  reports: Pick<ReportQueue, 'reportOutcome'>;
}

export function createSavedReports({ checkpoints, journal, reports }: SavedReportsOptions): SavedReports {
  let attempts: Promise<unknown> = Promise.resolve();
  const whenSaved = (report: () => void) => {
    // A save that is no longer allowed makes no report either.
    const attempt = checkpoints.save(report).catch(() => undefined);
    attempts = Promise.all([attempts, attempt]);
  };
  return {
    whenSaved,
    reportWhenSaved(itemId, outcome) {
      journal.results[itemId] = outcome.toolResponse ?? null;
      if (outcome.outcome === 'not_executed') journal.notExecuted.push(itemId);
      whenSaved(() => reports.reportOutcome(itemId, outcome));
    },
    async attempted() {
      await attempts;
    },
  };
}
