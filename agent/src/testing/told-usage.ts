import type { ModelAllowance, ModelUsage, ModelTokens } from '@countersign/contract/agent';

type Sums = Pick<ModelUsage, 'inputTokens' | 'outputTokens'>;

/** What runners have reported about the models' tokens, and what may still be used. */
export class ToldUsage {
  /** The sums of each execution. */
  readonly executions: Sums[] = [];
  /** By task, what each execution has reported about it. */
  private readonly tasks = new Map<string, Map<number, readonly ModelTokens[]>>();
  /** What all executions together may use; null: unlimited. */
  cap: number | null = null;

  begin(): void {
    this.executions.push({ inputTokens: 0, outputTokens: 0 });
  }

  /** A later report that says less was overtaken on its way. */
  hear(told: ModelUsage | undefined): void {
    const known = this.executions.at(-1);
    if (told === undefined || known === undefined) return;
    known.inputTokens = Math.max(known.inputTokens, told.inputTokens);
    known.outputTokens = Math.max(known.outputTokens, told.outputTokens);
    for (const { taskId, models } of told.tasks ?? []) {
      const ofTask = this.tasks.get(taskId) ?? new Map<number, readonly ModelTokens[]>();
      const before = ofTask.get(this.executions.length) ?? [];
      if (tokensOf(models) >= tokensOf(before)) ofTask.set(this.executions.length, models);
      this.tasks.set(taskId, ofTask);
    }
  }

  /** Tokens of a task, over all executions. */
  ofTask(taskId: string): number {
    return [...(this.tasks.get(taskId)?.values() ?? [])].reduce((sum, models) => sum + tokensOf(models), 0);
  }

  get sum(): Sums {
    const sumOf = (name: keyof Sums) => this.executions.reduce((sum, usage) => sum + usage[name], 0);
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

export function tokensOf(models: readonly ModelTokens[]): number {
  return models.reduce((sum, { inputTokens, outputTokens }) => sum + inputTokens + outputTokens, 0);
}
