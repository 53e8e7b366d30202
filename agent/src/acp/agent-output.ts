import { Readable } from 'node:stream';
import type { Log } from '../server/log.ts';
import type { Redactor } from '../server/redact.ts';

const MIB = 1024 * 1024;
/** The limit for one message of the protocol. Files that a person can still read are far smaller. */
const LINE_LIMIT_BYTES = 32 * MIB;
/** How many characters of a line of an agent's error output are kept. */
const WORDS_LINE = 400;
/** One more, so that a line which is still being written is known to be longer. */
const LINE_KEPT = WORDS_LINE + 1;
/** A line is not logged again while it is among this many of the last different ones. */
const REMEMBERED_LINES = 50;
/** Bytes that an agent may log in a burst, and per second from then on; the rest is left out and counted. */
const BURST_BYTES = 256 * 1024;
const BYTES_PER_SECOND = 4 * 1024;

/** Counts what one agent has written, on both its streams, against its limit. */
export interface OutputLimit {
  /** False when the limit is exceeded, now or earlier. */
  count(bytes: number): boolean;
  /** A single message was too long. */
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
 * Passes on the agent's messages, with a limit on each and on their total. Nothing is read from the agent until `room`
 * resolves: an agent that writes faster than can be recorded waits instead of filling the memory.
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

/** What happens to an agent's error output. */
export interface ErrorOutput {
  limit: OutputLimit;
  log: Log;
  redact: Redactor;
  /** First lines of errors that say nothing: they are left out with all that belongs to them. */
  emptyErrors?: readonly string[] | undefined;
}

/** Logs an agent's error output line by line and remembers its last words. A line in the log says what was left out. */
export function logErrors(stderr: Readable, { limit, log, redact, emptyErrors = [] }: ErrorOutput): { last(): string } {
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
  /** Recent lines, so that an error repeated at each step is logged once. */
  const said = new Set<string>();
  let skipped = 0;
  const logSkipped = () => {
    if (skipped > 0) log(`[agent] [left out: ${skipped} lines of a stack trace, or said before]`);
    skipped = 0;
  };
  let isEmptyError = false;
  const logLine = (text: string) => {
    isEmptyError = emptyErrors.includes(text) || (isEmptyError && isPartOfError(text));
    // The source lines that came before it are no loss either.
    if (isEmptyError) return void (skipped = 0);
    if (isTrace(text) || said.has(text)) return void (skipped += 1);
    if (last === '' || saysWhy(text)) last = text.trim() || last;
    said.add(text);
    if (said.size > REMEMBERED_LINES) said.delete([...said][0] ?? '');
    logSkipped();
    log(`[agent] ${text}`);
  };
  /** A secret that is cut would not be known as one. */
  const cut = (text: string) => (text.length <= WORDS_LINE ? text : redact.settled(text.slice(0, WORDS_LINE)));
  const logCut = () => {
    if (leftOut > 0) log(`[agent] [cut here: ${leftOut} more bytes of error output]`);
    leftOut = 0;
  };
  const leaveOut = (text: string) => {
    if (leftOut === 0) log('[agent] [cut here: it writes more than the log can hold]');
    leftOut += text.length;
    last = cut(text.trimEnd().split('\n').at(-1) ?? '').trim() || last;
    line = '';
  };

  stderr.setEncoding('utf8').on('data', (text: string) => {
    // Destroyed, not paused: the agent's end would resume a paused stream, which then would never emit its end.
    if (!limit.count(text.length)) return void stderr.destroy();
    refill();
    if (text.length > allowance) return leaveOut(text);
    allowance -= text.length;
    logCut();
    const lines = `${line}${text}`.split('\n');
    line = (lines.pop() ?? '').slice(0, LINE_KEPT);
    for (const whole of lines) logLine(cut(whole));
  });
  stderr.on('end', () => {
    if (line !== '') logLine(cut(line));
    logSkipped();
    logCut();
  });
  return { last: () => last };
}

/** Not a field of an error, nor the version with which Node ends: what is told of an agent that has ended. */
function saysWhy(line: string): boolean {
  return /^\S/.test(line) && /\p{L}/u.test(line) && !/^Node\.js v\d/.test(line);
}

/** What Bun prints below an error's first line: its fields, the end of those that are objects, and its stack. */
function isPartOfError(line: string): boolean {
  return /^[\s}]|^$/.test(line);
}

/** A line of a stack trace: a place in a program, a source line (possibly minified), a mark below it, or nothing. */
function isTrace(line: string): boolean {
  return /^\s+at \S|^\s*\d+ \| |^\s*\^+\s*$|^\s*$/.test(line);
}
