import type { ToolCall, ToolCallUpdate } from '@agentclientprotocol/sdk';
import { isDeepStrictEqual } from 'node:util';
import { changesOf, normal, type Change } from '../attribution/changes.ts';
import { isMadeBy } from '../attribution/replaced-lines.ts';
import { isRecord } from '../lib/is-record.ts';
import { READ_LIMIT_BYTES, readInside, sizeWords, type FileInside } from '../workspace/read-inside.ts';
import { approvedContents } from './approved-contents.ts';
import type { KnownCall } from './call-moves.ts';
import type { CallFields } from './shown/describe-call.ts';
import { isWithoutArguments } from './shown/told-arguments.ts';
import { hasEnded } from './tool-call.ts';

/** Compares what an agent's own tools do with what the person approved: such consents are honoured, not enforced. */
export interface Divergences {
  /** Remembers what was approved, the call as it was asked, just before the agent gets the answer. */
  expect(known: KnownCall, asked: ToolCall, fields: CallFields): Promise<void>;
  /** True, once per approval, if another request about a released call asks for just a part of what was approved. */
  completes(known: KnownCall, request: ToolCallUpdate): boolean;
  /** A sentence about how the arguments changed while the person was deciding; null if they are the approved ones. */
  sinceAsked(known: KnownCall): string | null;
  /** A sentence about how later arguments differ; null if they fit. */
  inNews(known: KnownCall, update: ToolCallUpdate): string | null;
  /** A call whose end has not been reported may have been made, but no longer runs. */
  turnEnds(): void;
  /** An agent is started: nothing more is expected of the former one's calls. */
  agentStarts(): void;
  /** How the files differ from what was approved, after the call has ended. */
  inFiles(known: KnownCall): Promise<Compared>;
}

/** The result of comparing files with what was approved. */
interface Compared {
  /** A sentence about what differs; null if nothing that was compared does. */
  problem: string | null;
  /** A sentence for each file that could not be compared. */
  notCompared: string[];
}

interface Expected {
  known: KnownCall;
  title: string;
  rawInput: unknown;
  /** What was shown in place of arguments: the title of a call that gives none, its command or all it says; null for any other. */
  saidByTitle: string | null;
  changes: Array<Change & { before: FileInside | null }>;
  isCompleted: boolean;
  /** When it was approved and when its end was reported, as counters, not clock times. */
  begunAt: number;
  endedAt: number | null;
}

/** Expectations of one task's calls, checked against the files of its workspace. */
export function createDivergences(workspace: string): Divergences {
  const expectations = new Map<KnownCall, Expected>();
  let moment = 0;

  /** Changes of a file by other approved calls that may have been made since this one was approved. */
  const besides = (own: Expected, path: string): Change[][] =>
    [...expectations.values()]
      .filter((other) => other !== own && (isUnderWay(other) || (other.endedAt ?? 0) > own.begunAt))
      .sort((one, other) => one.begunAt - other.begunAt)
      .map(({ changes }) => changes.filter((change) => change.path === path))
      .filter((changes) => changes.length > 0);

  const compareFile = async (own: Expected, path: string): Promise<{ fits: boolean } | { reason: string }> => {
    const changes = own.changes.filter((change) => change.path === path);
    const before = changes[0]?.before ?? null;
    // A change that replaces a whole file can be compared, whatever the file held.
    if (before !== null && before.text === null && changes.at(-1)?.oldText !== null) return { reason: unread(before) };
    const approved = approvedContents(changes, besides(own, path), before?.text ?? null);
    const longest = Math.max(0, ...[...approved].map((text) => Buffer.byteLength(text)));
    // Line endings may double the size.
    const limitBytes = READ_LIMIT_BYTES + 2 * longest;
    const after = await readInside(workspace, path, limitBytes);
    if (after !== null && after.text === null && after.bytes <= limitBytes) return { reason: unread(after) };
    if (after !== null && after.text === null) return { fits: false };
    const held = after?.text ?? '';
    return { fits: approved.has(normal(held)) || isMadeBy(changes, before?.text ?? null, held) };
  };

  return {
    async expect(known, asked, fields) {
      const begunAt = (moment += 1);
      const changes = await Promise.all(
        changesOf(fields).map(async (change) => ({ ...change, before: await readInside(workspace, change.path) })),
      );
      const { title, rawInput } = asked;
      const told = { title, rawInput, saidByTitle: toldByTitle(asked, fields) };
      expectations.set(known, { known, ...told, changes, isCompleted: false, begunAt, endedAt: null });
    },
    completes(known, { rawInput, content }) {
      const expected = expectations.get(known);
      if (expected === undefined || known.stage !== 'released' || expected.isCompleted) return false;
      if (content?.some(({ type }) => type === 'diff') || !isPart(rawInput, expected.rawInput)) return false;
      expected.isCompleted = true;
      return true;
    },
    sinceAsked(known) {
      const expected = expectations.get(known);
      if (!expected || fits(expected, known.call)) return null;
      return `The agent changed "${expected.title}" to arguments other than the approved ones before it had an answer.`;
    },
    inNews(known, update) {
      const expected = expectations.get(known);
      if (!expected || fits(expected, update)) return null;
      return `The agent ran "${expected.title}" with arguments other than the approved ones.`;
    },
    turnEnds() {
      moment += 1;
      for (const expected of expectations.values()) expected.endedAt ??= moment;
    },
    agentStarts: () => expectations.clear(),
    async inFiles(known) {
      const notCompared: string[] = [];
      const expected = expectations.get(known);
      if (expected === undefined) return { problem: null, notCompared };
      expected.endedAt = moment += 1;
      if (known.call.status !== 'completed') return { problem: null, notCompared };
      for (const path of new Set(expected.changes.map((change) => change.path))) {
        const found = await compareFile(expected, path);
        if ('reason' in found) notCompared.push(`${path} was not compared with what was approved: ${found.reason}.`);
        else if (!found.fits) return { problem: otherContent(path), notCompared };
      }
      return { problem: null, notCompared };
    },
  };
}

const isUnderWay = ({ endedAt, known: { stage } }: Expected) =>
  endedAt === null && (stage === 'released' || stage === 'ended');

const otherContent = (path: string) =>
  `After the agent's edit, ${path} holds other content than you approved. It was not published.`;

/** Why it is unknown what a file holds. */
function unread({ bytes }: FileInside): string {
  return bytes > READ_LIMIT_BYTES ? `it takes ${sizeWords(bytes)}, which is too large` : 'it cannot be read';
}

/** Less than what was approved, all of it equal. An equal whole may be another run of it. */
function isPart(asked: unknown, approved: unknown): boolean {
  if (!isRecord(asked) || !isRecord(approved)) return false;
  const entries = Object.entries(asked);
  if (entries.length === 0 || entries.length >= Object.keys(approved).length) return false;
  return entries.every(([name, value]) => name in approved && isDeepStrictEqual(approved[name], value));
}

/** What an agent that gives no arguments is taken to do: its title, as it was shown. */
function toldByTitle(asked: ToolCall, { toolParameters }: CallFields): string | null {
  if (!isWithoutArguments(asked) || !isRecord(toolParameters)) return null;
  const shown = asked.kind === 'execute' ? toolParameters.command : toolParameters.title;
  return typeof shown === 'string' ? shown : null;
}

const fits = (expected: Expected, later: ToolCallUpdate) =>
  isSameInput(expected, later.rawInput) && isSaidAgain(expected, later);

/** What came of a step may be its title once it has been done. */
function isSaidAgain({ saidByTitle }: Expected, later: ToolCallUpdate): boolean {
  if (saidByTitle === null) return true;
  const told = isRecord(later.rawInput) ? later.rawInput.command : undefined;
  const titled = hasEnded(later) ? undefined : later.title;
  return [told, titled].every((said) => said === undefined || said === null || said === saidByTitle);
}

/**
 * Every later argument must be an approved one. New arguments may appear when files change: some agents show a change
 * when they ask and its arguments afterwards, and what counts then is what the file holds in the end.
 */
function isSameInput({ rawInput, changes }: Expected, later: unknown): boolean {
  if (later === undefined || later === null) return true;
  if (!isRecord(rawInput) || !isRecord(later)) return rawInput === undefined || isDeepStrictEqual(rawInput, later);
  return Object.entries(later).every(([name, value]) => {
    if (value === null || value === undefined) return true;
    return name in rawInput ? isDeepStrictEqual(rawInput[name], value) : changes.length > 0;
  });
}
