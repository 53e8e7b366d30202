import type { BudgetLeft, ModelAllowance, ModelUsage } from '@countersign/contract/agent';

/** What the models have used, as reported to the server. */
export interface UsageReports {
  /** What the server should be told now. */
  report(): UsageReport;
}

export interface UsageReport {
  /** For the body of a heartbeat or exit call. Empty if nothing was counted. */
  body: { usage?: ModelUsage };
  /** The server has it, and says how much is left. */
  heard(allowance: ModelAllowance | undefined, budgets?: { taskId: string; budget: BudgetLeft | null }[]): void;
}
