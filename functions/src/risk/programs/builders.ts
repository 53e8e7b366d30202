import type { Call } from '../call.ts';
import { STRANGE } from './reading.ts';

export const FETCHES = 'Fetches or removes packages, whose own scripts may run';
export const PUBLISHES = 'Publishes something over the network, or changes who may';

const setOf = (words: string) => new Set(words.split(' '));

interface Builder {
  /** Options whose value is no task. */
  withName: ReadonlySet<string>;
  publishes: (task: string) => boolean;
  /** Tasks that do more than the project says, by the end of their names. */
  strange: RegExp;
  fetches: ReadonlySet<string>;
}

const publishing = /^(?:publish|deploy|release|upload)|[a-z](?:Publish|Deploy|Upload|AndRelease)/;

/** With a `:`, Maven runs any plug-in there is. */
const maven: Builder = {
  withName: setOf(
    '-pl --projects -P --activate-profiles -rf --resume-from -f --file -b --builder -T --threads -l --log-file -s --settings',
  ),
  // `release:perform`, `site-deploy`.
  publishes: (task) => task.split(/[:-]/).some((part) => publishing.test(part)),
  strange: /:/,
  fetches: setOf('install'),
};
/** Before the last `:` stand folders. Gradle shows its properties, passwords among them, and writes its own files. */
const gradle: Builder = {
  withName: setOf('--tests -x --exclude-task -p --project-dir -P --project-prop -D --system-prop -b --build-file'),
  publishes(path) {
    const task = path.slice(path.lastIndexOf(':') + 1);
    return publishing.test(task) || mayBePublishing(task);
  },
  strange: /(?:^|:)(?:prop[a-z]*|init|wrap[a-z]*)$/,
  fetches: new Set(),
};
/** Gradle's tasks may be abbreviated: `pub`, and `pTML` for `publishToMavenLocal`. */
function mayBePublishing(task: string): boolean {
  const [, first = ''] = /^([a-z]+)(?:[A-Z]|$)/.exec(task) ?? [];
  if (first.length < task.length) return first !== '' && 'publish'.startsWith(first);
  return first.length > 1 && ['publish', 'deploy', 'release', 'upload'].some((word) => word.startsWith(first));
}
const builders = new Map([
  ['mvn', maven],
  ['mvnw', maven],
  ['gradle', gradle],
  ['gradlew', gradle],
]);
/** What `clean` deletes. */
const cleansElsewhere = /^(?:-P|--project-prop=)?buildDir=/;

/** Judges builders that take several tasks, or the project's own copy of one: each task, whatever module it is of. */
export function judgeTasks({ args, setting, span }: Call, name: string): void {
  const builder = builders.get(name);
  if (!builder) return;
  const { report } = setting;
  for (const [index, { value, span: at, isPattern }] of args.entries()) {
    if (value === '--scan') report.add('high', PUBLISHES, at);
    if (value !== null && cleansElsewhere.test(value)) report.add('unknown', STRANGE, at);
    if (value === null || value.startsWith('-') || builder.withName.has(args[index - 1]?.value ?? '')) continue;
    // The name of a file may be any task.
    if (isPattern) report.add('unknown', STRANGE, at);
    if (builder.publishes(value)) report.add('high', PUBLISHES, span);
    else if (builder.fetches.has(value)) report.add('high', FETCHES, span);
    else if (builder.strange.test(value)) report.add('unknown', STRANGE, at);
  }
}
