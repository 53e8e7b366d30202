import type { TaskLink } from '../task-link.ts';
import type { Silence } from './watchdog.ts';

/** Reports an agent's silence, and its end. An approved command is work: no wait, and no line in the history. */
export function tellOfSilence({
  waits,
  notices,
}: Pick<TaskLink, 'waits' | 'notices'>): (silence: Silence | null) => void {
  let end: () => void = () => undefined;
  return (silence) => {
    end();
    end = () => undefined;
    if (silence === null) return;
    const { kind, cause, text, forSeconds } = silence;
    if (cause === 'command') end = notices.add({ kind, text, forSeconds });
    else {
      const title = cause === 'model' ? 'Waiting for the model' : 'The agent was silent';
      end = waits.begin({ kind, title, text }, Date.now() - forSeconds * 1000);
    }
  };
}
