import { commandLine, commandParameters, elicitationParameters, leadsTo, type ToolKind } from '@countersign/contract';
import { type Act, bringsFile, isBare } from './act.ts';
import { judgeCommand } from './judge-command.ts';
import { isFileKind, judgeFiles } from './judge-files.ts';
import { enterFolder, judgeReading, judgeWriting, newSetting, type Setting } from './judge-path.ts';
import { leadsOut } from './paths.ts';
import { type Judgement, Report, type Weight } from './report.ts';

/** Kinds that are judged by themselves, whatever they contain. */
const kinds: Partial<Record<ToolKind, [Weight, string]>> = {
  fetch: ['high', 'Talks to the network'],
  switch_mode: ['high', 'Changes what the agent may do'],
  delete: ['high', 'Deletes files'],
  publish: ['high', 'Leaves the container: pushes, and opens or updates a pull request'],
  budget: ['medium', 'Lets the agent use more of the model'],
  limits: ['medium', 'Lets steps pass without asking, within these limits'],
};

/**
 * Parameters that a thought may have; anything else would be done without having been looked at. A title is what an agent
 * calls it, and all that is known where it gives no arguments.
 */
const thoughts = new Set('thought thoughts todos plan prompt description subagent_type text content'.split(' '));
/** Parameters that may accompany a command without changing it. */
const beside = new Set(
  'command cwd workdir directory dir_path description timeout timeout_ms timeoutMs reason call_id callId turn_id turnId approval_id process_id source parsed_cmd parsedCmd proposed_execpolicy_amendment'.split(
    ' ',
  ),
);
/** Where a command reaches outside, as OpenCode says it beside: the command itself is judged. */
const reach = new Set(['directories', 'patterns']);
const folderNames = ['cwd', 'workdir', 'directory', 'dir_path'];

/**
 * How much harm an act could do, judged by its text: no file is looked at and nothing is run. `workspace` is the end of
 * the workspace's path, where that is known. Never throws: what cannot be judged counts as high.
 */
export function judge(act: Act, workspace: string | null): Judgement {
  const report = new Report();
  try {
    judgeAct(act, newSetting(report, workspace));
  } catch {
    report.add('unknown', 'Too much to judge');
  }
  return report.toJudgement();
}

function judgeAct(act: Act, setting: Setting): void {
  const { toolKind, parameters } = act;
  const { report } = setting;
  const known = toolKind === null ? undefined : kinds[toolKind];
  if (known) report.add(...known);
  if (bringsFile(act) && toolKind !== 'edit' && toolKind !== 'publish') {
    report.add('unknown', 'Contains a file, but does not say that it changes files');
  }
  if (toolKind === 'publish' || toolKind === 'budget' || toolKind === 'limits') return;
  if (toolKind === 'elicitation') return judgeElicitation(parameters, report);
  if (toolKind === 'execute' || hasCommand(parameters)) judgeExecution(parameters, setting);
  if (toolKind === 'start') return judgeEmpty(parameters, setting, 'Starts the task; approves none of its steps');
  if (toolKind === 'think') return judgeThought(act, report);
  if (isFileKind(toolKind)) return judgeFiles(toolKind, act, setting);
  if (!known && toolKind !== 'execute') report.add('unknown', 'The agent does not say what kind of action this is');
}

/** An answer allows nothing. But an address may ask for something that nobody should type there. */
function judgeElicitation(parameters: unknown, report: Report): void {
  const asked = elicitationParameters.safeParse(parameters);
  if (!asked.success) report.add('unknown', 'Has unknown parameters');
  else if (asked.data.mode === 'url') report.add('high', 'Leads to an address outside of Countersign');
  else report.add('low', 'Asks for information');
}

function hasCommand(parameters: unknown): parameters is { command: unknown } {
  return typeof parameters === 'object' && parameters !== null && Object.hasOwn(parameters, 'command');
}

function judgeExecution(parameters: unknown, setting: Setting): void {
  const { report } = setting;
  const found = commandParameters.safeParse(parameters);
  if (!found.success) return report.add('unknown', 'Does not say which command');
  const fields = parameters as Record<string, unknown>;
  const links: string[] = [];
  for (const [name, value] of Object.entries(fields)) {
    const led = name === 'leadsTo' ? leadsTo.safeParse(value).data : undefined;
    const isBackground = name === 'background' || name === 'run_in_background' || name === 'is_background';
    if (isBackground && typeof value === 'boolean') {
      if (value) report.add('medium', 'Keeps running in the background');
    } else if (led !== undefined) {
      // What the shell and links make of the command's words, as the runner has found; a folder's name ends with a `/`.
      for (const one of led) {
        if (typeof one === 'string') {
          links.push(one);
          if (one.endsWith('/')) setting.linked.push(one);
        } else setting.filledIn.set(one.pattern, one.names);
      }
    } else if (value !== null && !beside.has(name) && !(reach.has(name) && isListOfTexts(value)))
      report.add('unknown', 'Has unknown parameters');
  }
  for (const name of folderNames) {
    const folder = fields[name];
    if (folder === undefined || folder === null) continue;
    if (typeof folder === 'string') enterFolder(setting, folder);
    if (typeof folder === 'string' && !leadsOut(folder, setting.workspace)) continue;
    setting.isOutside = true;
    report.add('medium', 'Runs outside of the workspace');
  }
  judgeCommand(commandLine(found.data), setting);
  // Which of its words the command writes to is not known here. Where links lead is said from the workspace.
  const isReading = report.isLow;
  setting.folders = [];
  for (const path of links) {
    if (path.endsWith('/')) for (const [text, weight] of setting.ofFolders) report.add(weight, text);
    if (isReading) judgeReading(setting, path);
    else judgeWriting(setting, path, null, path.endsWith('/') ? INTO_FOLDER : THROUGH_LINK);
  }
}

const THROUGH_LINK = 'May write to a file of the workspace through a link';
const INTO_FOLDER = 'May write into a folder of the workspace whose name does not say that it is one';

const isListOfTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

function judgeThought(act: Act, report: Report): void {
  const { parameters } = act;
  if (isBare(act)) return report.add('unknown', 'Does not say what it does');
  const isPlain = typeof parameters === 'object' && parameters !== null && !Array.isArray(parameters);
  if (isPlain && Object.keys(parameters).every((name) => thoughts.has(name))) report.add('low', 'Changes nothing');
  else report.add('unknown', 'Has unknown parameters');
}

function judgeEmpty(parameters: unknown, setting: Setting, text: string): void {
  const isEmpty = parameters === null || parameters === undefined;
  if (isEmpty) setting.report.add('low', text);
  else setting.report.add('unknown', 'Has unknown parameters');
}
