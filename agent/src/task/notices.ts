import type { RunnerNotice } from '@countersign/contract/agent';
import type { Heartbeat } from '../server/heartbeat.ts';

/** What is amiss with a task, told to the server as it changes: the more telling of what there is. */
export interface Notices {
  silent(notice: RunnerNotice | null): void;
  model(notice: RunnerNotice | null): void;
}

export function createNotices(heartbeat: Pick<Heartbeat, 'notice'>): Notices {
  let silent: RunnerNotice | null = null;
  let model: RunnerNotice | null = null;
  let told: RunnerNotice | null = null;
  const tell = () => {
    const notice = model ?? silent;
    if (notice === told) return;
    told = notice;
    heartbeat.notice(notice);
  };
  return {
    silent(notice) {
      silent = notice;
      tell();
    },
    model(notice) {
      model = notice;
      tell();
    },
  };
}
