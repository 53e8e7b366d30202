import type { GrantOutcome, ReportQueue } from '../server/report-queue.ts';
import type { Checkpoints } from './checkpoint.ts';
import type { Journal } from './journal.ts';

/**
 * Reports that wait until the work they are about is saved. If the container is lost before that, the work is lost with it, and a consent
 * that counted as used up would stand for nothing.
 */
export interface SavedReports {
  /** Calls `report` once what there is now is saved. Where saving fails, a later save calls it. */
  whenSaved(report: () => void): void;
  /** Reports what became of a consent once the work that it allowed is saved. */
  reportWhenSaved(itemId: string, outcome: GrantOutcome): void;
  /** Resolves when every save that was begun for a report has succeeded or failed. */
  attempted(): Promise<void>;
}

export interface SavedReportsOptions {
  checkpoints: Pick<Checkpoints, 'save'>;
  /** Keeps each outcome, so that a later run can report it if this one could not. */
  journal: Pick<Journal, 'results'>;
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
      whenSaved(() => reports.reportOutcome(itemId, outcome));
    },
    async attempted() {
      await attempts;
    },
  };
}
