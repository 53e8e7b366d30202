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

/** What the names in a call really lead to (links, `*`), as the files are now. `isPast`: the call has run already. */
export async function leadsToOf(call: ToolCall, workspace: string, isPast: boolean): Promise<LeadsTo> {
  // Once a command has run, it is too late to find out which names the shell filled in.
  const filled = isPast ? [] : await filledIn(call, workspace);
  const links = await linksOnTheWay(
    call,
    workspace,
    filled.flatMap(({ names }) => names),
  );
  return [...filled.map(({ pattern, names }) => ({ pattern, names: names.map(shownName) })), ...links];
}

/**
 * Whether a call's names lead where a person was shown that they do. Another step may have made a link or a file of
 * them since. If it cannot be found out, the answer is no.
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
