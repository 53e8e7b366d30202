import type { Call } from '../call.ts';
import type { Arg } from '../words.ts';
import { STRANGE } from './reading.ts';

export const FETCHES = 'Fetches or removes packages, whose own scripts may run';
export const PUBLISHES = 'Publishes something over the network, or changes who may';

/** Options whose value is no task. */
const withName = new Set(
  '--tests -x --exclude-task -p --project-dir -pl --projects -P -rf --resume-from -f --file -b'.split(' '),
);
const publishing = /^(?:publish|deploy|release|upload)/i;

interface Builder {
  /** Tasks that do more than the project says, by the end of their names. */
  strange: RegExp;
  fetches: ReadonlySet<string>;
}

/** With a `:`, Maven runs any plug-in there is. Gradle shows its properties, passwords among them, and writes its own files. */
const maven: Builder = { strange: /:/, fetches: new Set(['install']) };
const gradle: Builder = { strange: /(?:^|:)(?:properties|init|wrapper)$/, fetches: new Set() };
const builders = new Map([
  ['mvn', maven],
  ['mvnw', maven],
  ['gradle', gradle],
  ['gradlew', gradle],
]);

/** Judges builders that take several tasks, or the project's own copy of one: each task, whatever module it is of. */
export function judgeTasks({ args, setting, span }: Call, name: string): void {
  const builder = builders.get(name);
  if (!builder) return;
  const { report } = setting;
  for (const [index, { value, span: at }] of args.entries()) {
    if (value === '--scan') report.add('high', PUBLISHES, at);
    if (value === null || value.startsWith('-') || isName(args, index)) continue;
    if (value.split(':').some((part) => publishing.test(part))) report.add('high', PUBLISHES, span);
    else if (builder.fetches.has(value)) report.add('high', FETCHES, span);
    else if (builder.strange.test(value)) report.add('unknown', STRANGE, at);
  }
}

const isName = (args: readonly Arg[], index: number) => withName.has(args[index - 1]?.value ?? '');
