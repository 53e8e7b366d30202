import type { RiskLevel, RiskSpan } from '@countersign/contract';

/** Raised with every change in how acts are judged. */
const ENGINE_VERSION = 15;

/** Stored with a request; `Risk` in the contract explains each part. */
export interface Judgement {
  level: RiskLevel;
  judged: boolean;
  reasons: { level: RiskLevel; text: string; spans: RiskSpan[] }[];
  engine: number;
}

/** `unknown`: cannot be judged, which counts as high; something known to be high outweighs it. */
export type Weight = RiskLevel | 'unknown';

const order: Record<Weight, number> = { low: 0, medium: 1, unknown: 2, high: 3 };
const REASONS_MAX = 8;
const SPANS_MAX = 20;
/** Different findings in one act; more would make it no clearer, only worse. */
const FOUND_MAX = 200;

interface Found {
  weight: Weight;
  text: string;
  spans: RiskSpan[];
}

/** Collects findings about an act. An act without any cannot be judged. */
export class Report {
  #weight: Weight | null = null;
  readonly #found = new Map<string, Found>();

  add(weight: Weight, text: string, span: RiskSpan | null = null): void {
    if (this.#weight === null || order[weight] > order[this.#weight]) this.#weight = weight;
    const key = `${weight} ${text}`;
    const found = this.#found.get(key) ?? { weight, text, spans: [] };
    if (!this.#found.has(key) && this.#found.size >= FOUND_MAX) return;
    this.#found.set(key, found);
    if (!span || span.to <= span.from || found.spans.length >= SPANS_MAX) return;
    if (!found.spans.some(({ from, to }) => from === span.from && to === span.to)) found.spans.push(span);
  }

  /** Whether it counts as high so far, judged or not. */
  get isHigh(): boolean {
    return this.#weight === 'unknown' || this.#weight === 'high';
  }

  /** Whether nothing but reading was found so far. */
  get isLow(): boolean {
    return this.#weight === 'low';
  }

  toJudgement(): Judgement {
    if (this.#weight === null) this.add('unknown', 'Nothing in it could be judged');
    const weight = this.#weight ?? 'unknown';
    const reasons = [...this.#found.values()]
      .filter((found) => weight === 'low' || found.weight !== 'low')
      .sort((a, b) => order[b.weight] - order[a.weight])
      .slice(0, REASONS_MAX)
      .map(({ weight, text, spans }) => ({ level: levelOf(weight), text, spans }));
    return { level: levelOf(weight), judged: weight !== 'unknown', reasons, engine: ENGINE_VERSION };
  }
}

function levelOf(weight: Weight): RiskLevel {
  return weight === 'unknown' ? 'high' : weight;
}
