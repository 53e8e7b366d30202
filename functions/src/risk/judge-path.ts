import type { RiskSpan } from '@countersign/contract';
import { holdsSecrets, whyDelicate } from '@countersign/contract/agent';
import { placeOf } from './paths.ts';
import type { Report, Weight } from './report.ts';
import { type Arg, namesOf } from './words.ts';

/** Where an act happens, as far as known without a file system. */
export interface Setting {
  report: Report;
  /** The last folders of the workspace's own path; null if unknown. */
  workspace: string | null;
  /** The working folder is, or may be, outside of the workspace: then so is every relative path. */
  isOutside: boolean;
  /** Other folders than the workspace in which it may run, as far as it has been judged; a relative path may begin there. */
  folders: readonly string[];
  /** Where links lead that are folders, as the runner has found: one that is entered may be one of these. */
  linked: string[];
  /** What it would do to a folder that is named like a file, by what it is called; the runner says which names are. */
  ofFolders: Map<string, Weight>;
  /** The names that a shell would put in the place of a word, as the runner has found: as files were when it asked. */
  filledIn: Map<string, readonly string[]>;
  /** How many more characters of paths in these folders are looked at. */
  effort: { left: number };
}

/** Many files in many folders would take long. */
const EFFORT_MAX = 200_000;

/** Where a step begins: in its workspace, the folder by its full path; null where that is not known. */
export const newSetting = (report: Report, workspace: string | null): Setting => ({
  report,
  workspace,
  isOutside: false,
  folders: [],
  linked: [],
  ofFolders: new Map(),
  filledIn: new Map(),
  effort: { left: EFFORT_MAX },
});

/** What is in an archive, a patch or a folder, or is filled in, may have any name, such as that of a file that decides what runs. */
export const WRITES_UNNAMED = 'Writes files that it does not name';
export const READS_SECRETS = 'Reads where secrets are usually kept';
const connects = 'Opens a connection to the network';

/** Reports what reading there means; nothing for an ordinary file of the workspace. */
export function judgeReading(setting: Setting, path: string, span: RiskSpan | null = null): void {
  const { report } = setting;
  const place = placeOf(path, setting.workspace);
  if (place.at === 'nowhere') return;
  if (place.at === 'network') return report.add('high', connects, span);
  if (mayBe(setting, path).some(holdsSecrets)) return report.add('high', READS_SECRETS, span);
  if (place.at === 'outside' || isDisplaced(setting, path))
    report.add('medium', 'Reads outside of the workspace', span);
}

/**
 * What follows may happen in this folder, and `config` says only together with `.git` what it is. A folder in which
 * secrets are kept is reported, whatever is done there.
 */
export function enterFolder(setting: Setting, path: string, span: RiskSpan | null = null): void {
  const { report, workspace, folders, effort } = setting;
  const place = placeOf(path, workspace);
  if (place.at === 'nowhere' || place.at === 'network') return;
  if (mayBe(setting, `${path}/auth.json`).some(holdsSecrets)) report.add('high', READS_SECRETS, span);
  if ((place.at === 'inside' && place.path === '') || effort.left <= 0) return;
  // A folder may not exist, or be changed to in a shell of its own: then the ones before stay.
  const last = folders.at(-1);
  const isRelative = last !== undefined && !/^[/~]/.test(path);
  setting.folders = [...new Set([...folders, isRelative ? `${last}/${path}` : path])];
}

/** A path as it is written, and from each folder in which it may begin. */
export function fromFolders({ report, folders, linked, effort }: Setting, path: string): string[] {
  if (folders.length === 0 || effort.left <= 0 || /^[/~]/.test(path)) return [path];
  const joined = [...folders, ...linked].map((folder) => `${folder}/${path}`);
  effort.left -= joined.reduce((length, one) => length + one.length, 0);
  if (effort.left <= 0) report.add('unknown', 'Too much to judge');
  return [path, ...joined];
}

/** The segments of each place in which a path may lead. */
const mayBe = (setting: Setting, path: string): string[][] =>
  fromFolders(setting, path).flatMap((one) => {
    const place = placeOf(one, setting.workspace);
    return place.at === 'inside' || place.at === 'outside' ? [place.segments] : [];
  });

/** Reports what writing there means; `text` is for a file of the workspace. */
export function judgeWriting(setting: Setting, path: string, span: RiskSpan | null, text: string): void {
  const { report } = setting;
  const place = placeOf(path, setting.workspace);
  if (place.at === 'nowhere') return;
  if (place.at === 'network') return report.add('high', connects, span);
  const isAway = place.at === 'outside' || isDisplaced(setting, path);
  if (isAway) report.add('high', 'Writes outside of the workspace', span);
  const delicate = mayBe(setting, path)
    .map(whyDelicate)
    .find((why) => why !== null);
  if (delicate !== undefined) report.add('high', delicate, span);
  if (!isAway && delicate === undefined) report.add('medium', text, span);
}

/** The same of a word of a command. */
export function judgeWritten(setting: Setting, arg: Arg, text: string): void {
  if (arg.isPattern && arg.names === undefined) setting.report.add('unknown', WRITES_UNNAMED, arg.span);
  for (const name of namesOf(arg)) judgeWriting(setting, name, arg.span, text);
}

function isDisplaced({ isOutside }: Setting, path: string): boolean {
  return isOutside && !path.startsWith('/');
}
