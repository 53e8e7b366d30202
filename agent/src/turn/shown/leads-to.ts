import { isDeepStrictEqual } from 'node:util';
import type { ToolCall } from '@agentclientprotocol/sdk';
import type { LeadsTo } from '@countersign/contract';
import { shownName } from '../../lib/file-names.ts';
import { isRecord } from '../../lib/is-record.ts';
import type { CallFields } from './describe-call.ts';
import { filledIn } from './filled-in.ts';
import { linksOnTheWay } from './links-on-the-way.ts';
import { withToldArguments } from './told-arguments.ts';
import { withWholeChanges } from './whole-changes.ts';

/** Where a call's names lead beside what they say, as the files are now. `isPast`: it has run already. */
export async function leadsToOf(call: ToolCall, workspace: string, isPast: boolean): Promise<LeadsTo> {
  // Of names that a command has left to the shell, nobody can tell any more what they were.
  const filled = isPast ? [] : await filledIn(call, workspace);
  const links = await linksOnTheWay(
    call,
    workspace,
    filled.flatMap(({ names }) => names),
  );
  return [...filled.map(({ pattern, names }) => ({ pattern, names: names.map(shownName) })), ...links];
}

/**
 * Whether a call's names lead where a person was shown that they do. Another step may have made a link or a file of them
 * since. Where nobody can tell, they do not.
 */
export async function leadsAsShown(
  told: ToolCall,
  { toolParameters }: CallFields,
  workspace: string,
): Promise<boolean> {
  // No agent can say this itself: its own argument of that name is shown among its arguments.
  const shown = isRecord(toolParameters) ? (toolParameters.leadsTo ?? []) : [];
  try {
    const call = await withToldArguments(await withWholeChanges(told, workspace), workspace);
    return isDeepStrictEqual(await leadsToOf(call, workspace, false), shown);
  } catch {
    return false;
  }
}
