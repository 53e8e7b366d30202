import type { ModelAllowance, ModelUsage } from '@countersign/contract/agent';

/** What runners have told of the models' tokens, and what may still be used. */
export class ToldUsage {
  /** The sums of each execution. */
  readonly executions: ModelUsage[] = [];
  /** What all executions together may use; null: as much as they like. */
  cap: number | null = null;

  begin(): void {
    this.executions.push({ inputTokens: 0, outputTokens: 0 });
  }

  /** What was told later and is less was overtaken on its way. */
  hear(told: ModelUsage | undefined): void {
    const known = this.executions.at(-1);
    if (told === undefined || known === undefined) return;
    known.inputTokens = Math.max(known.inputTokens, told.inputTokens);
    known.outputTokens = Math.max(known.outputTokens, told.outputTokens);
  }

  get sum(): ModelUsage {
    const sumOf = (name: keyof ModelUsage) => this.executions.reduce((sum, usage) => sum + usage[name], 0);
    return { inputTokens: sumOf('inputTokens'), outputTokens: sumOf('outputTokens') };
  }

  get allowance(): ModelAllowance {
    if (this.cap === null) return { tokensLeft: null, message: null };
    const { inputTokens, outputTokens } = this.sum;
    return { tokensLeft: this.cap - inputTokens - outputTokens, message: 'The cap of the test is reached.' };
  }

  get isUsedUp(): boolean {
    return (this.allowance.tokensLeft ?? Infinity) <= 0;
  }
}
