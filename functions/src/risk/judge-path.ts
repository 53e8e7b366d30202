import type { RiskSpan } from '@countersign/contract';
import { holdsSecrets, whyDelicate } from './delicate-files.ts';
import { placeOf } from './paths.ts';
import type { Report } from './report.ts';

/** Where an act happens, as far as known without a file system. */
export interface Setting {
  report: Report;
  /** The last folders of the workspace's own path; null if unknown. */
  workspace: string | null;
  /** The working folder is, or may be, outside of the workspace: then so is every relative path. */
  isOutside: boolean;
}

export const READS_SECRETS = 'Reads where secrets are usually kept';
const connects = 'Opens a connection to the network';

/** Reports what reading there means; nothing for an ordinary file of the workspace. */
export function judgeReading(setting: Setting, path: string, span: RiskSpan | null = null): void {
  const { report } = setting;
  const place = placeOf(path, setting.workspace);
  if (place.at === 'nowhere') return;
  if (place.at === 'network') return report.add('high', connects, span);
  if (holdsSecrets(place.segments)) return report.add('high', READS_SECRETS, span);
  if (place.at === 'outside' || isDisplaced(setting, path))
    report.add('medium', 'Reads outside of the workspace', span);
}

/**
 * Reports a working folder in which secrets are kept: the names in it are judged as written, and `auth.json` or
 * `config` says only together with its folder that it is one.
 */
export function judgeFolder({ report, workspace }: Setting, path: string, span: RiskSpan | null = null): void {
  const place = placeOf(path, workspace);
  if (place.at === 'nowhere' || place.at === 'network') return;
  if (holdsSecrets([...place.segments, 'auth.json'])) report.add('high', READS_SECRETS, span);
}

/** Reports what writing there means; `text` is for a file of the workspace. */
export function judgeWriting(setting: Setting, path: string, span: RiskSpan | null, text: string): void {
  const { report } = setting;
  const place = placeOf(path, setting.workspace);
  if (place.at === 'nowhere') return;
  if (place.at === 'network') return report.add('high', connects, span);
  const isAway = place.at === 'outside' || isDisplaced(setting, path);
  if (isAway) report.add('high', 'Writes outside of the workspace', span);
  const delicate = whyDelicate(place.segments);
  if (delicate !== null) report.add('high', delicate, span);
  if (!isAway && delicate === null) report.add('medium', text, span);
}

function isDisplaced({ isOutside }: Setting, path: string): boolean {
  return isOutside && !path.startsWith('/');
}
