import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import type { ToolCall } from '@agentclientprotocol/sdk';
import { isRecord } from '../lib/is-record.ts';
import { placeOf } from '../workspace/leads-inside.ts';
import { namesPlace } from './arguments-beside.ts';

/** More places of one call are not followed; there the call says what it said by itself. */
const PLACES_MAX = 100;

/**
 * Where links of the workspace lead that stand on the way to what a call names, named from the workspace where it is inside. A rule and a judgement
 * go by names, and a link may have any: `docs/notes.txt` for `.env`.
 */
export async function linksOnTheWay(call: ToolCall, workspace: string): Promise<string[]> {
  const root = await placeOf(workspace);
  const found = new Set<string>();
  for (const path of new Set(placesNamed(call).slice(0, PLACES_MAX))) {
    const inside = relative(workspace, resolve(workspace, path));
    // What is said to lie outside says so itself.
    if (isOutside(inside)) continue;
    const place = await placeOf(join(root, inside));
    if (place === join(root, inside)) continue;
    const real = relative(root, place);
    // Package managers make such links by the thousand.
    if (isInstalled(inside) && isInstalled(real)) continue;
    found.add(isOutside(real) ? place : real || '.');
  }
  return [...found].sort();
}

const isOutside = (path: string) => path === '..' || path.startsWith(`..${sep}`) || isAbsolute(path);

const isInstalled = (path: string) => !isOutside(path) && path.split(sep).includes('node_modules');

function placesNamed({ content, locations, rawInput, kind, title }: ToolCall): string[] {
  const diffs = (content ?? []).flatMap((part) => (part.type === 'diff' ? [part.path] : []));
  const named = isRecord(rawInput)
    ? Object.entries(rawInput).flatMap(([name, value]) => (namesPlace.test(name) ? [value].flat() : []))
    : [];
  const paths = named.filter((value): value is string => typeof value === 'string' && value !== '');
  const command = kind === 'execute' ? wordsOf(isRecord(rawInput) ? rawInput.command : undefined, title) : [];
  return [...diffs, ...(locations ?? []).map(({ path }) => path), ...paths, ...command];
}

/** The words of a command that may be names of files, more rather than fewer; what is none leads nowhere. */
function wordsOf(command: unknown, title: string): string[] {
  const parts = Array.isArray(command) ? command.filter((part) => typeof part === 'string') : [command ?? title];
  const text = parts.filter((part) => typeof part === 'string').join(' ');
  return text.split(/[\s'"=:,;|&<>()]+/).filter((word) => word !== '' && !word.startsWith('-'));
}
