import { secondsWords, type NoticeKind } from '@countersign/contract';
import { stepId } from '../lib/step-id.ts';
import type { Notices } from './notices.ts';
import type { ReportQueue } from './report-queue.ts';

/** Something that the work on a task waits for. */
export interface Wait {
  kind: NoticeKind;
  /** What is awaited, as the history names it: "Cloning acme/app". Waits of the same title share one line there. */
  title: string;
  /** For a person: what it is, and what to do if something can be done. */
  text: string;
}

/** Reports what a task's work waits for: on the task while it lasts, and how long it took in the task's history. */
export interface ToldWaits {
  /**
   * Reports a wait that began at `since`, milliseconds since 1970, until the returned function is called. If it goes on
   * from one of another title, the task's notice counts from when that began: `shownSince`.
   */
  begin(wait: Wait, since: number, shownSince?: number): () => void;
  /** Does `work`, and reports it if it takes long. */
  during<T>(wait: Wait, work: () => Promise<T>): Promise<T>;
}

export interface ToldWaitsOptions {
  task: { id: string; epoch: number };
  reports: Pick<ReportQueue, 'put'>;
  notices: Notices;
  /** After how many seconds a wait is reported. */
  longSeconds: number;
}

export function createToldWaits({ task, reports, notices, longSeconds }: ToldWaitsOptions): ToldWaits {
  const lengths = new Map<string, number[]>();
  const record = ({ title, text }: Wait, lasted: readonly number[]) => {
    const id = stepId(task.id, 'wait', String(task.epoch), title);
    const content = [text, lengthWords(lasted)].filter(Boolean).join('\n\n');
    reports.put({ id, type: 'planning', title, content });
  };
  const begin = (wait: Wait, since: number, shownSince = since) => {
    const { kind, title, text } = wait;
    const before = lengths.get(title) ?? [];
    const takeBack = notices.add({ kind, text, forSeconds: Math.round((Date.now() - shownSince) / 1000) });
    record(wait, before);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      takeBack();
      const lasted = [...(lengths.get(title) ?? []), (Date.now() - since) / 1000];
      lengths.set(title, lasted);
      record(wait, lasted);
    };
  };
  return {
    begin,
    async during(wait, work) {
      const since = Date.now();
      let end: () => void = () => undefined;
      const timer = setTimeout(() => (end = begin(wait, since)), longSeconds * 1000);
      timer.unref();
      try {
        return await work();
      } finally {
        clearTimeout(timer);
        end();
      }
    },
  };
}

/** "It took 45s.", or of several waits how many and how long in all. */
function lengthWords(lasted: readonly number[]): string {
  const all = secondsWords(lasted.reduce((sum, seconds) => sum + seconds, 0));
  if (lasted.length === 0) return '';
  return lasted.length === 1 ? `It took ${all}.` : `It took ${all} in all, in ${lasted.length} waits.`;
}
