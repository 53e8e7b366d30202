import { Readable } from 'node:stream';
import type { Log } from '../server/log.ts';

const MIB = 1024 * 1024;
/** One message of the protocol. Files that a person can still read are far smaller. */
const LINE_LIMIT_BYTES = 32 * MIB;
/** Characters of a line of an agent's error output that are kept. */
const WORDS_LINE = 400;
/** Lines that are not logged again while they are among the last so many different ones. */
const REMEMBERED_LINES = 50;
/** What an agent may write into the log at once, and in each second from then on; the rest is left out and counted. */
const BURST_BYTES = 256 * 1024;
const BYTES_PER_SECOND = 4 * 1024;

/** What one agent has written, on both its streams, against what it may write. */
export interface OutputLimit {
  /** False when it was too much, now or before. */
  count(bytes: number): boolean;
  /** One message was too long by itself. */
  tooLong(): void;
}

/** Calls `onTooMuch` once, with a sentence for the person. */
export function createOutputLimit(limitBytes: number, onTooMuch: (message: string) => void): OutputLimit {
  let total = 0;
  let isOver = false;
  const end = (message: string) => {
    if (!isOver) onTooMuch(message);
    isOver = true;
  };
  return {
    count(bytes) {
      total += bytes;
      if (total > limitBytes) end(`The agent wrote more than ${Math.round(limitBytes / MIB)} MiB of output.`);
      return !isOver;
    },
    tooLong: () => end(`The agent sent a message of more than ${LINE_LIMIT_BYTES / MIB} MiB.`),
  };
}

/**
 * The agent's messages as they come, with a bound on each and on all of them. Nothing is taken from the agent while `room` is not
 * given: an agent that writes faster than can be recorded waits, and does not fill the memory.
 */
export function boundedMessages(stdout: Readable, limit: OutputLimit, room: () => Promise<void>): Readable {
  async function* messages() {
    let line = 0;
    for await (const chunk of stdout as AsyncIterable<Buffer>) {
      const end = chunk.lastIndexOf('\n');
      line = end < 0 ? line + chunk.length : chunk.length - end - 1;
      if (line > LINE_LIMIT_BYTES) limit.tooLong();
      if (!limit.count(chunk.length)) return;
      await room();
      yield chunk;
    }
  }
  return Readable.from(messages(), { objectMode: false });
}

/** Puts an agent's error output into the log, line by line, and remembers its last words. What is too much is left out, with a line about it. */
export function logErrors(stderr: Readable, limit: OutputLimit, log: Log): { last(): string } {
  let line = '';
  let last = '';
  let leftOut = 0;
  let allowance = BURST_BYTES;
  let filledAt = Date.now();

  const refill = () => {
    const now = Date.now();
    allowance = Math.min(BURST_BYTES, allowance + ((now - filledAt) / 1000) * BYTES_PER_SECOND);
    filledAt = now;
  };
  /** What was written lately, so that the same error at each step is read once. */
  const said = new Set<string>();
  let skipped = 0;
  const logSkipped = () => {
    if (skipped > 0) log(`[agent] [left out: ${skipped} lines of a stack trace, or said before]`);
    skipped = 0;
  };
  const logLine = (text: string) => {
    if (isTrace(text) || said.has(text)) return void (skipped += 1);
    last = text.trim() || last;
    said.add(text);
    if (said.size > REMEMBERED_LINES) said.delete([...said][0] ?? '');
    logSkipped();
    log(`[agent] ${text}`);
  };
  const logCut = () => {
    if (leftOut > 0) log(`[agent] [cut here: ${leftOut} more bytes of error output]`);
    leftOut = 0;
  };
  const leaveOut = (text: string) => {
    if (leftOut === 0) log('[agent] [cut here: it writes more than the log can hold]');
    leftOut += text.length;
    const lines = text
      .slice(-2 * WORDS_LINE)
      .trimEnd()
      .split('\n');
    last = (lines.at(-1) ?? '').slice(0, WORDS_LINE).trim() || last;
    line = '';
  };

  stderr.setEncoding('utf8').on('data', (text: string) => {
    // A paused stream would be resumed by the agent's end, and paused again here: it would never emit its end.
    if (!limit.count(text.length)) return void stderr.destroy();
    refill();
    if (text.length > allowance) return leaveOut(text);
    allowance -= text.length;
    logCut();
    const lines = `${line}${text}`.split('\n');
    line = (lines.pop() ?? '').slice(0, WORDS_LINE);
    for (const whole of lines) logLine(whole.slice(0, WORDS_LINE));
  });
  stderr.on('end', () => {
    if (line !== '') logLine(line);
    logSkipped();
    logCut();
  });
  return { last: () => last };
}

/** A line of a stack trace: a place in a program, a line of its source, which may be minified, or a mark below it. */
function isTrace(line: string): boolean {
  return /^\s+at \S|^\s*\d+ \| |^\s*\^+\s*$|^\s*$/.test(line);
}
