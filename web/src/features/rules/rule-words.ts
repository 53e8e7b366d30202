import { RULE_DAYS_DEFAULT, type RulePattern } from '@countersign/contract';

/** A rule's pattern in a few words: the command, or the files. */
export function shortWords(pattern: RulePattern): string {
  if (pattern.kind === 'command') return pattern.words.join(' ');
  return `${pattern.act === 'read' ? 'Read' : 'Edit'} ${pattern.path}`;
}

/** What a rule with this pattern does not cover. */
export function limitWords(pattern: RulePattern): string {
  if (pattern.kind === 'command') {
    const alone =
      'The rule does not cover the command when it is joined to another, piped, redirected or run in another folder.';
    return pattern.rest === 'none' ? alone : `${alone} ${NO_SUCH_NAMES}`;
  }
  const alone =
    'The rule leaves out files named as secrets, hooks, build and CI files, or agent settings usually are. It does not look into files.';
  return pattern.path.includes('*') ? `${alone} ${PLAIN_FILES}` : alone;
}

const PLAIN_FILES =
  'A * stands for sources, texts and pictures; settings and data, such as YAML, need a rule that says their ending.';

const NO_SUCH_NAMES =
  'Nor with settings or data, such as YAML, or files named as secrets, hooks, build and CI files, or agent settings usually are. It does not look into files.';

export const PROJECT_CODE =
  'It runs what the repository’s own files say, such as package.json. The agent can change those files, and the rule does not look at them.';

export const dayOptions = [
  { value: '7', label: '7 days' },
  { value: String(RULE_DAYS_DEFAULT), label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: 'One year' },
];
