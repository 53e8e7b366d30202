import { open, type FileHandle } from 'node:fs/promises';

/** What the functions and the database did for somebody. */
export interface Usage {
  requests: number;
  reads: number;
  writes: number;
  aggregations: number;
  /** How long requests lasted, each counted by itself. */
  seconds: number;
}

export const noUsage: Usage = { requests: 0, reads: 0, writes: 0, aggregations: 0, seconds: 0 };

/** Whom a request served: a page, a runner, or only the deployment. */
export type Side = 'pages' | 'runners' | 'sweeps';

export const plus = (one: Usage, other: Usage): Usage => combine((name) => one[name] + other[name]);
export const minus = (more: Usage, less: Usage): Usage => combine((name) => more[name] - less[name]);
export const share = (usage: Usage, part: number): Usage => combine((name) => usage[name] * part);

function combine(of: (name: keyof Usage) => number): Usage {
  const names = Object.keys(noUsage) as (keyof Usage)[];
  return Object.fromEntries(names.map((name) => [name, of(name)])) as unknown as Usage;
}

/** The line that the functions log for each request when it has been answered. */
interface Line {
  message: string;
  milliseconds: number;
  reads: number;
  writes: number;
  aggregations: number;
}

/** Reads what the functions log about each request: what it read and wrote, and how long it lasted. */
export class UsageLog {
  private position = 0;

  constructor(private readonly path: string) {}

  /** What was answered since the last call. */
  async next(): Promise<Record<Side, Usage>> {
    const sums = { pages: { ...noUsage }, runners: { ...noUsage }, sweeps: { ...noUsage } };
    for (const line of await this.lines()) {
      const sum = sums[sideOf(line.message)];
      sum.requests += 1;
      sum.reads += line.reads;
      sum.writes += line.writes;
      sum.aggregations += line.aggregations;
      sum.seconds += line.milliseconds / 1000;
    }
    return sums;
  }

  private async lines(): Promise<Line[]> {
    const file = await open(this.path);
    try {
      const text = await readFrom(file, this.position);
      const whole = text.slice(0, text.lastIndexOf('\n') + 1);
      this.position += Buffer.byteLength(whole);
      return whole.split('\n').flatMap(toLine);
    } finally {
      await file.close();
    }
  }
}

async function readFrom(file: FileHandle, position: number): Promise<string> {
  const { size } = await file.stat();
  const { buffer } = await file.read(Buffer.alloc(size - position), 0, size - position, position);
  return buffer.toString('utf8');
}

/** The emulators add their own mark, and colours, to what functions log. */
function toLine(text: string): Line[] {
  const json = /\{"severity":.*\}/.exec(text)?.[0];
  if (json === undefined) return [];
  const line = JSON.parse(json) as Partial<Line>;
  return line.message !== undefined && line.reads !== undefined ? [line as Line] : [];
}

function sideOf(message: string): Side {
  if (message.includes(' /internal/')) return 'sweeps';
  return message.includes(' /agent/') ? 'runners' : 'pages';
}
