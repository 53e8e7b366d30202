import { isDelicate, isPlainByName, nameMatcher } from '@countersign/contract/agent';

/**
 * Matches a path, as segments in the workspace, against a pattern such as `src/**`; never more than a project's file. A
 * `*` stands for sources, texts and pictures: of settings and data the pattern must say the ending, or the whole name.
 */
export function isOfPattern(pattern: string, segments: readonly string[]): boolean {
  if (segments.length === 0 || isDelicate(segments)) return false;
  // Other characters may make some systems read the name as a different file.
  if (!segments.every((segment) => /^[\w@+. -]+$/.test(segment))) return false;
  if (!isPlainByName(segments.at(-1) ?? '') && !saysEnding(pattern)) return false;
  return follows(pattern.split('/'), segments);
}

/** Whether each file that a pattern names is more than one of the project, so that it never lets anything pass. */
export function coversNothing(pattern: string): boolean {
  const segments = pattern.split('/');
  const name = segments.at(-1) ?? '';
  // `secrets/*` may still be a source.
  const isOpen = name.includes('*') && !name.includes('.');
  return isDelicate([...segments.slice(0, -1), isOpen ? `${name}.ts` : name]);
}

/** Whether a pattern says how the names of its files end, as in `locales/*.json`, or a whole name. */
function saysEnding(pattern: string): boolean {
  const name = pattern.slice(pattern.lastIndexOf('/') + 1);
  return !name.includes('*') || name.slice(name.lastIndexOf('*')).includes('.');
}

/** Part by part, keeping how many segments the parts so far may stand for: no path takes long, nor a deep stack. */
function follows(pattern: readonly string[], segments: readonly string[]): boolean {
  let reached = [true, ...segments.map(() => false)];
  for (const [index, part] of pattern.entries()) {
    const isLast = index === pattern.length - 1;
    reached = part === '**' ? anyFolders(reached, isLast) : oneName(reached, segments, part);
  }
  return reached.at(-1) === true;
}

/** At the end `**` matches any file below; before a name, any folders in between. */
function anyFolders(reached: readonly boolean[], isLast: boolean): boolean[] {
  const first = reached.indexOf(true);
  return reached.map((_, at) => first !== -1 && (isLast ? at > first : at >= first));
}

function oneName(reached: readonly boolean[], segments: readonly string[], part: string): boolean[] {
  const fits = nameMatcher(part);
  return [false, ...segments.map((segment, at) => reached[at] === true && fits(segment))];
}
