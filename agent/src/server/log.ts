import { LOG_CHUNK_BYTES } from '@countersign/contract';
import { agentRoutes } from '@countersign/contract/agent';
import { orLater } from '../lib/or-later.ts';
import type { AgentApi } from './api.ts';
import type { Redactor } from './redact.ts';

/** The container's log: on standard output at once, to the server in batches. */
export interface Log {
  (line: string): void;
  /** Sends what has been written, and whatever is written from now on. */
  connect(api: AgentApi): void;
  /** Resolves when all is sent, or after `limitMs`. */
  flush(limitMs: number): Promise<void>;
}

const BATCH_MS = 700;
/** Lines that cannot be sent for long are dropped from the front, so that a lost server does not fill the memory. */
const KEPT = 1024 * 1024;
const CUT = '[cut here: older lines could not be sent in time]\n';
/** Most characters of one line. */
const LINE_LIMIT = 8 * 1024;

export function createLog(redact: Redactor, output: (text: string) => void = writeOut): Log {
  let api: AgentApi | null = null;
  let waiting = '';
  let seq = 0;
  let timer: NodeJS.Timeout | null = null;
  let sending: Promise<void> | null = null;

  const write = (line: string) => {
    const text = `${new Date().toISOString()} ${oneEntry(shortened(redact(begun(line))))}\n`;
    output(text);
    waiting += text;
    if (waiting.length > KEPT) waiting = `${CUT}${waiting.slice(-KEPT / 2)}`;
    schedule();
  };
  const schedule = () => {
    if (api === null || timer !== null || sending !== null) return;
    timer = setTimeout(() => void send(), BATCH_MS);
    timer.unref();
  };
  const send = () => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    sending ??= sendAll().finally(() => {
      sending = null;
      if (waiting !== '') schedule();
    });
    return sending;
  };
  const sendAll = async () => {
    while (api !== null && waiting !== '') {
      const text = firstBytes(waiting, LOG_CHUNK_BYTES);
      waiting = waiting.slice(text.length);
      try {
        await api.call(agentRoutes.logs, { body: { seq, text } });
      } catch {
        return; // a log that is refused must not stop the work
      }
      seq += 1;
    }
  };
  return Object.assign(write, {
    connect(given: AgentApi) {
      api = given;
      schedule();
    },
    flush: (limitMs: number) => orLater(send(), limitMs),
  });
}

/** What an agent calls its steps may have lines that look like entries of the log. */
const oneEntry = (text: string) => text.replace(/\r\n|[\r\n\u2028\u2029]/g, '\n    ');

/** The longest beginning of `text` that has at most `limit` bytes in UTF-8 and splits no character. */
export function firstBytes(text: string, limit: number): string {
  if (Buffer.byteLength(text) <= limit) return text;
  const bytes = Buffer.from(text).subarray(0, limit);
  return new TextDecoder('utf-8', { fatal: false }).decode(bytes).replace(/\uFFFD{1,3}$/, '');
}

/** A secret that is shown in part must have been known in whole: what is removed is looked for well beyond the cut. */
const begun = (line: string) => line.slice(0, 32 * LINE_LIMIT);

function shortened(line: string): string {
  return line.length <= LINE_LIMIT ? line : `${line.slice(0, LINE_LIMIT)} [cut here: ${line.length - LINE_LIMIT} more]`;
}

function writeOut(text: string): void {
  process.stdout.write(text);
}
