import {
  amountWords,
  budgetParameters,
  commandLine,
  commandParameters,
  type EditParameters,
  editParameters,
  type ElicitationParameters,
  elicitationParameters,
  isElicitation,
  leadsTo,
  type LeadsTo,
  severalEdits,
  type PublishParameters,
  publishParameters,
  type TaskItem,
} from '@countersign/contract';

/** The fields of an item that a person has to see; an approval has the same fields. */
export type ItemContentFields = Pick<
  TaskItem,
  'type' | 'content' | 'toolName' | 'toolKind' | 'toolParameters' | 'filePath' | 'fileContent'
>;

/** What an item is about, in the order in which a page prefers to show it. */
export type ItemSubject =
  | {
      kind: 'publish';
      publish: PublishParameters;
      summary: string;
      patch: string;
      missing: string | null;
      rest: unknown;
    }
  | { kind: 'edits'; edits: EditParameters[]; rest: unknown }
  | { kind: 'file'; path: string; code: string; rest: unknown }
  | { kind: 'elicitation'; asked: ElicitationParameters }
  | { kind: 'command'; command: string; cwd: string | null; leadsTo?: LeadsTo; rest: unknown }
  | { kind: 'parameters'; rest: unknown }
  | { kind: 'none' };

/**
 * Decides how to show an item. Whatever the chosen view leaves out is in `rest`: nothing that is being decided stays
 * hidden.
 */
export function describeContent(item: ItemContentFields): ItemSubject {
  const parameters = item.toolParameters;
  const publish = item.toolKind === 'publish' ? publishParameters.safeParse(parameters) : null;
  if (publish?.success) {
    const summary = item.content ?? '';
    const patch = item.fileContent ?? '';
    return {
      kind: 'publish',
      publish: publish.data,
      summary,
      patch,
      missing: missingOf(summary, patch),
      rest: restOf(parameters, publish.data),
    };
  }

  const asked = isElicitation(item) ? elicitationParameters.safeParse(parameters) : null;
  if (asked?.success) return { kind: 'elicitation', asked: asked.data };

  if (item.fileContent !== null) {
    const path = item.filePath ?? 'file';
    return { kind: 'file', path, code: item.fileContent, rest: withoutShown(parameters, path, item.fileContent) };
  }
  const edit = editParameters.safeParse(parameters);
  if (edit.success) return { kind: 'edits', edits: [edit.data], rest: restOf(parameters, edit.data) };
  const several = severalEdits.safeParse(parameters);
  if (several.success) return { kind: 'edits', edits: several.data.edits, rest: restOf(parameters, several.data) };

  // No agent can ask for limits, and the server's text states everything that takes effect.
  if (saysBudget(item) || (item.toolKind === 'limits' && item.content !== null)) return { kind: 'none' };
  const command = commandParameters.safeParse(parameters);
  if (command.success) {
    const workdir = workdirOf(parameters);
    // Only one of the two folders is named with the command: the other one stays among the rest.
    const { cwd = null, ...others } = command.data;
    const found = foundOf(parameters);
    const shown = workdir === null || workdir === cwd ? command.data : others;
    return {
      kind: 'command',
      command: commandLine(command.data),
      cwd: workdir ?? cwd,
      ...(found !== undefined && { leadsTo: found }),
      rest: restOf(parameters, shown, found === undefined ? [] : ['leadsTo']),
    };
  }
  return isEmpty(parameters) ? { kind: 'none' } : { kind: 'parameters', rest: parameters };
}

/**
 * What the runner has found that the command's names lead to; what has any other form stays among the rest, and so does
 * nothing at all: it could never be seen.
 */
function foundOf(parameters: unknown): LeadsTo | undefined {
  if (!isObject(parameters) || !('leadsTo' in parameters)) return undefined;
  const found = leadsTo.safeParse(parameters.leadsTo).data;
  return found?.length === 0 ? undefined : found;
}

/** Where a command runs, under the name that some agents use for it; `cwd` is then where the agent is. */
function workdirOf(parameters: unknown): string | null {
  if (typeof parameters !== 'object' || parameters === null || !('workdir' in parameters)) return null;
  return typeof parameters.workdir === 'string' && parameters.workdir !== '' ? parameters.workdir : null;
}

/** True if the text says exactly how much more of a budget is requested, and in which unit. */
function saysBudget({ toolKind, toolParameters, content }: ItemContentFields): boolean {
  const asked = toolKind === 'budget' ? budgetParameters.safeParse(toolParameters) : null;
  if (!asked?.success) return false;
  const { amount, unit } = asked.data;
  const isWhole = unit === 'tokens' || Number(amount.toFixed(2)) === amount;
  return isWhole && content?.includes(` ${amountWords(amount, unit)} `) === true;
}

/** The runner's sentence when a patch is cut or was too large to be sent. */
const PATCH_IS_CUT = /^The patch is (cut: .*|too large to be shown\.)$/m;

/** Says that a patch does not show everything that would be pushed; null if it does. */
function missingOf(summary: string, patch: string): string | null {
  const [said] = PATCH_IS_CUT.exec(summary) ?? [];
  return said ?? (patch === '' ? 'There is no patch to show.' : null);
}

/**
 * The fields of `parameters` that are not among `shown`, or not with all that they hold: what a newer runner adds within
 * one is approved with it. Undefined when there are none.
 */
function restOf(parameters: unknown, shown: object, alsoShown: readonly string[] = []): unknown {
  if (!isObject(parameters)) return undefined;
  return fieldsOr(
    Object.entries(parameters).filter(([name, value]) => !isWithin(shown, name, value) && !alsoShown.includes(name)),
  );
}

/** Whether the object has this field with all that is in this value; parsing drops what a schema does not know. */
const isWithin = (shown: object, name: string, value: unknown): boolean =>
  Object.hasOwn(shown, name) && isWhole(value, (shown as Record<string, unknown>)[name]);

const isWhole = (value: unknown, shown: unknown): boolean =>
  isObject(value) && isObject(shown)
    ? Object.entries(value).every(([name, field]) => isWithin(shown, name, field))
    : value === shown;

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const namesOfPath = ['path', 'filePath', 'file_path'];
const namesOfText = ['newText', 'content', 'fileContent'];

/** The fields of `parameters` beyond a file's path and text, which are on the card already. */
function withoutShown(parameters: unknown, path: string, text: string): unknown {
  if (typeof parameters !== 'object' || parameters === null) return isEmpty(parameters) ? undefined : parameters;
  const isShown = ([name, value]: [string, unknown]) =>
    (namesOfPath.includes(name) && value === path) ||
    (namesOfText.includes(name) && value === text) ||
    (name === 'oldText' && value === null);
  return fieldsOr(Object.entries(parameters).filter((field) => !isShown(field)));
}

function fieldsOr(entries: [string, unknown][]): unknown {
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || (typeof value === 'object' && Object.keys(value).length === 0);
}

/** The command that is to be decided, as shown. */
export function commandOf(subject: ItemSubject): string | undefined {
  return subject.kind === 'command' ? subject.command : undefined;
}
