import type { Call } from '../call.ts';
import { STRANGE } from './reading.ts';

export const FETCHES = 'Fetches or removes packages, whose own scripts may run';
export const PUBLISHES = 'Publishes something over the network, or changes who may';

const setOf = (words: string) => new Set(words.split(' '));

interface Builder {
  /** Options whose value is no task. */
  withName: ReadonlySet<string>;
  publishes: (task: string) => boolean;
  /** Tasks that do more than the project says. */
  isStrange: (task: string) => boolean;
  /** What names a program, or settings that do, wherever it stands. */
  naming: RegExp;
  fetches: ReadonlySet<string>;
}

const publishing = ['publish', 'deploy', 'release', 'upload'];
/** A name of several words, one of which is of these. */
const publishingInside = /[a-z](?:Publish|Deploy|Upload|AndRelease)/;
const isPublishing = (task: string) =>
  publishing.some((word) => task.toLowerCase().startsWith(word)) || publishingInside.test(task);

/** With a `:`, Maven runs any plug-in there is. */
const maven: Builder = {
  withName: setOf(
    '-pl --projects -P --activate-profiles -rf --resume-from -f --file -b --builder -T --threads -l --log-file -s --settings',
  ),
  // `release:perform`, `site-deploy`.
  publishes: (task) => task.split(/[:-]/).some(isPublishing),
  isStrange: (task) => task.includes(':'),
  // Goals of the plug-in that runs any program.
  naming: /^(?:-Dexec\.|(?:[\w.-]+:)?exec(?:-maven-plugin)?:)/,
  fetches: setOf('install'),
};
/** The task's own name: `build` of `:app:lib:build`. */
const taskOf = (path: string) => path.slice(path.lastIndexOf(':') + 1);
/**
 * Gradle shows its properties, passwords among them, and writes its own files. With as many letters each of these tasks
 * is known from others.
 */
const ownTasks: [task: string, letters: number][] = [
  ['properties', 4],
  ['init', 2],
  ['wrapper', 1],
];
const gradle: Builder = {
  withName: setOf(
    '--tests -x --exclude-task -p --project-dir -P --project-prop -D --system-prop -b --build-file --configuration --dependency',
  ),
  publishes: (path) => publishingInLowercase.test(taskOf(path).toLowerCase()) || mayBePublishing(taskOf(path)),
  isStrange(path) {
    const task = taskOf(path).toLowerCase();
    return ownTasks.some(([own, letters]) => task.length >= letters && own.startsWith(task));
  },
  naming: /^(?:-I|--init-script(?:=|$))/,
  fetches: new Set(),
};
/**
 * Tasks that publish, written in lower case, where nothing says where a word begins: such a word anywhere, the name of a
 * plug-in that pushes an image, or the end of an abbreviation.
 */
const publishingInLowercase = /^release|^jib$|publish|deploy|upload|push|andrelease|(?:publ?i?|uplo?a?|deplo?)$/;
/**
 * Gradle's tasks may be abbreviated word by word, and written in other cases or with dashes: `pub`, `Pub`, and `pTML` or
 * `p-t-m-l` for `publishToMavenLocal`. So short that it may as well be another task's, as `aD` and `testR`, counts as that.
 */
function mayBePublishing(task: string): boolean {
  const [first = '', ...others] = task.split(/-|(?=[A-Z])/).map((word) => word.toLowerCase());
  const isShort = (word: string, least: number) => first.length >= least && word.startsWith(first);
  if (others.length === 0) return publishing.some((word) => isShort(word, 2));
  if (publishing.some((word) => isShort(word, /^[pu]/.test(word) ? 1 : 2))) return true;
  return others.some((word) => word !== '' && ('publish'.startsWith(word) || /^upl?o?a?$/.test(word)));
}
const builders = new Map([
  ['mvn', maven],
  ['mvnw', maven],
  ['gradle', gradle],
  ['gradlew', gradle],
]);
/** What `clean` deletes. */
const cleansElsewhere = /^(?:(?:-P|--project-prop=)?|(?:-D|--system-prop=)?org\.gradle\.project\.)buildDir=/;

/** Judges builders that take several tasks, or the project's own copy of one: each task, whatever module it is of. */
export function judgeTasks({ args, setting, span }: Call, name: string): void {
  const builder = builders.get(name);
  if (!builder) return;
  const { report } = setting;
  for (const [index, { value, span: at, isPattern }] of args.entries()) {
    if (value === '--scan') report.add('high', PUBLISHES, at);
    if (value !== null && (cleansElsewhere.test(value) || builder.naming.test(value)))
      report.add('unknown', STRANGE, at);
    if (value === null || value.startsWith('-') || builder.withName.has(args[index - 1]?.value ?? '')) continue;
    // The name of a file may be any task.
    if (isPattern) report.add('unknown', STRANGE, at);
    if (builder.publishes(value)) report.add('high', PUBLISHES, span);
    else if (builder.fetches.has(value)) report.add('high', FETCHES, span);
    else if (builder.isStrange(value)) report.add('unknown', STRANGE, at);
  }
}
