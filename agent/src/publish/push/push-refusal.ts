import { ProgramFailed } from '../../lib/run-program.ts';
import { fitText } from '../../server/fit-item.ts';

/**
 * GitHub's refusals of what is pushed, by a rule of its own or of the repository: a file that is too large, a secret, a
 * workflow that the token may not change. It refuses the same again; anything else may pass.
 */
const REFUSED = /^ ! \[remote rejected\] .*\((.*hook declined|push declined.*|refusing to allow .*)\)$/m;

/** Most characters that are kept of what GitHub says: an agent is told them with each prompt. */
const KEPT = 2_000;

/** What GitHub said of a push that it refuses for what is in it, without secrets; null if git failed for another reason. */
export function refusalOf(error: unknown, redact: (text: string) => string): string | null {
  if (!(error instanceof ProgramFailed)) return null;
  const reason = REFUSED.exec(error.stderr)?.[1];
  if (reason === undefined) return null;
  // Git says in its own lines what else there is, such as the address. Of a long text, the first line may be cut.
  const said = [...error.stderr.matchAll(/^remote: ?(.*)$/gm)].map(([, line = '']) => line.trimEnd());
  const words = [...said, reason].join('\n').trim();
  return fitText(written(redact(words)), KEPT);
}

/** Characters that are not seen, or change what is, in the form in which the page shows them. */
function written(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}]/gu, (sign) => {
    if (sign === '\n' || sign === '\t') return sign;
    return `‹U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}›`;
  });
}

/**
 * For the owner, in sentences, with GitHub's words below them. With a Stop during the push, the approval has lapsed: what
 * was allowed since is asked about again.
 */
export function refusalWords(repository: string, words: string, { isStopped }: { isStopped: boolean }): string {
  const allowed = isStopped
    ? 'Stop came while it was being pushed: nothing is pushed on your approval any more, and if you have allowed it on GitHub by then, you are asked again.'
    : 'If you have allowed it on GitHub by then, what you approved is pushed.';
  return `GitHub refused what was to be pushed to ${repository}, so none of it is published, and it refuses the same again. Reopen the task: its agent is told why and can change its files. ${allowed}\n\n${words}`;
}

/** What came of such an approval, once it can be used no more. */
export const refusedWords = 'It was not published: GitHub refused it, and nothing is pushed on this approval any more.';
