import type { ToolCall, ToolCallUpdate } from '@agentclientprotocol/sdk';
import { isDeepStrictEqual } from 'node:util';
import { changesOf, normal, resultsOf, type Change } from '../attribution/changes.ts';
import { isRecord } from '../lib/is-record.ts';
import { readInside } from '../workspace/read-inside.ts';
import type { KnownCall } from './call-moves.ts';
import type { CallFields } from './describe-call.ts';

/** Compares what an agent's own tools do with what the person approved: such consents are honoured, not enforced. */
export interface Divergences {
  /** Remembers what was approved, the call as it was asked for, just before the agent gets the answer. */
  expect(asked: ToolCall, fields: CallFields): Promise<void>;
  /** True, once for each approval, where a further request about a released call asks for a part of what was approved, and nothing else. */
  completes(known: KnownCall, request: ToolCallUpdate): boolean;
  /** A sentence about how the arguments have changed while the person was thinking; null when they are the approved ones. */
  sinceAsked(known: KnownCall): string | null;
  /** A sentence about how later arguments differ; null when they fit. */
  inNews(known: KnownCall, update: ToolCallUpdate): string | null;
  /** A sentence about how the files differ from what was approved, after the call has ended; null when they fit. */
  inFiles(known: KnownCall): Promise<string | null>;
}

interface Expected {
  title: string;
  rawInput: unknown;
  changes: Array<Change & { before: string | null }>;
  isCompleted: boolean;
}

/** Expectations of one task's calls, against the files of its workspace. */
export function createDivergences(workspace: string): Divergences {
  const expectations = new Map<string, Expected>();
  return {
    async expect(asked, fields) {
      const changes = await Promise.all(
        changesOf(fields).map(async (change) => ({ ...change, before: await readInside(workspace, change.path) })),
      );
      expectations.set(asked.toolCallId, { title: asked.title, rawInput: asked.rawInput, changes, isCompleted: false });
    },
    completes({ toolCallId, stage }, { rawInput, content }) {
      const expected = expectations.get(toolCallId);
      if (expected === undefined || stage !== 'released' || expected.isCompleted) return false;
      if (content?.some(({ type }) => type === 'diff') || !isPart(rawInput, expected.rawInput)) return false;
      expected.isCompleted = true;
      return true;
    },
    sinceAsked({ toolCallId, call }) {
      const expected = expectations.get(toolCallId);
      if (!expected || isSameInput(expected, call.rawInput)) return null;
      return `The agent changed "${expected.title}" to other arguments than the approved ones before it had an answer.`;
    },
    inNews({ toolCallId }, { rawInput }) {
      const expected = expectations.get(toolCallId);
      if (!expected || isSameInput(expected, rawInput)) return null;
      return `The agent ran "${expected.title}" with other arguments than the approved ones.`;
    },
    async inFiles(known) {
      if (known.call.status !== 'completed') return null;
      const changes = expectations.get(known.toolCallId)?.changes ?? [];
      for (const path of new Set(changes.map((change) => change.path))) {
        const after = await readInside(workspace, path);
        const ofFile = changes.filter((change) => change.path === path);
        if (!isExpected(ofFile, after)) return `${path} does not hold what was approved.`;
      }
      return null;
    },
  };
}

/** Less than what was approved, and all of it the same. The same as a whole may be another run of it. */
function isPart(asked: unknown, approved: unknown): boolean {
  if (!isRecord(asked) || !isRecord(approved)) return false;
  const entries = Object.entries(asked);
  if (entries.length === 0 || entries.length >= Object.keys(approved).length) return false;
  return entries.every(([name, value]) => name in approved && isDeepStrictEqual(approved[name], value));
}

/**
 * Every later argument must be an approved one. New ones may appear where files change: some agents show a change when they ask and
 * its arguments afterwards, and what counts there is what the file holds in the end.
 */
function isSameInput({ rawInput, changes }: Expected, later: unknown): boolean {
  if (later === undefined || later === null) return true;
  if (!isRecord(rawInput) || !isRecord(later)) return rawInput === undefined || isDeepStrictEqual(rawInput, later);
  return Object.entries(later).every(([name, value]) => {
    if (value === null || value === undefined) return true;
    return name in rawInput ? isDeepStrictEqual(rawInput[name], value) : changes.length > 0;
  });
}

/** Whole files must be as shown; of passages, the file must be what replacing them gives. */
function isExpected(changes: Expected['changes'], after: string | null): boolean {
  return resultsOf(changes, changes[0]?.before ?? null).includes(normal(after ?? ''));
}
