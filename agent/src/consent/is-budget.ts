import type { OpenItem } from '@countersign/contract/agent';

/** True for what the runner itself asks when a budget is used up; agents ask with a tool call or a file. */
export function isBudget({ type, toolKind }: Pick<OpenItem, 'type' | 'toolKind'>): boolean {
  return type === 'approval_request' && toolKind === 'budget';
}
