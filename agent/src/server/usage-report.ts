import type { BudgetLeft, ModelAllowance, ModelUsage } from '@countersign/contract/agent';

/** What the models have used, as the server is to hear it. */
export interface UsageReports {
  /** What is to be told to the server now. */
  report(): UsageReport;
}

interface UsageReport {
  /** For the body of a heartbeat or of the exit call. Nothing where nothing was counted: there is nothing to tell then. */
  body: { usage?: ModelUsage };
  /** The server has heard it, and says how much is left. */
  heard(allowance: ModelAllowance | undefined, budgets?: { taskId: string; budget: BudgetLeft | null }[]): void;
}
