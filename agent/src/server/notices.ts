import type { NoticeKind } from '@countersign/contract';
import type { RunnerNotice } from '@countersign/contract/agent';
import type { Heartbeat } from './heartbeat.ts';

/** Reports what is wrong with a task as it changes: the most telling notice, and the latest of equally telling ones. */
export interface Notices {
  /** Shows a notice from now on, until the returned function is called. */
  add(notice: RunnerNotice): () => void;
}

/** What explains the others comes first. */
const order: readonly NoticeKind[] = ['model', 'server', 'publish', 'files', 'agent', 'silent'];
const rank = ({ kind }: RunnerNotice) => order.indexOf(kind);

export function createNotices(heartbeat: Pick<Heartbeat, 'notice'>): Notices {
  const notices = new Set<RunnerNotice>();
  let told: RunnerNotice | null = null;
  const tell = () => {
    const [first = null] = [...notices].reverse().sort((a, b) => rank(a) - rank(b));
    if (first === told) return;
    told = first;
    heartbeat.notice(first);
  };
  return {
    add(notice) {
      notices.add(notice);
      tell();
      return () => {
        if (notices.delete(notice)) tell();
      };
    },
  };
}
