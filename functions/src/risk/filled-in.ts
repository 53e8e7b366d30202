import { holdsSecrets } from './delicate-files.ts';

/** Hidden places in which secrets are usually kept, one of each name: a pattern that begins with a dot reaches these, and no other pattern does. */
const hidden = (
  '.env .env.local .env.production .netrc .npmrc .pypirc .pgpass .my.cnf .htpasswd .vault-token .git-credentials .dockercfg .boto .s3cfg ' +
  '.terraformrc .bash_history .zsh_history .ssh .aws .azure .gnupg .kube .docker .secrets .password-store'
).split(' ');
/** Words that one word may become; more are not looked at, and count as what they may be. */
const WORDS_MAX = 100;
const LENGTH_MAX = 1_000;
/** Braces that are looked into, in all words together. */
const STEPS_MAX = 500;

/** Whether the shell may fill a word in with the name of a place in which secrets are usually kept. */
export function mayBecomeSecret(word: string): boolean {
  const words = bracesOf(word);
  return words === null || words.some((one) => holdsSecrets(one.split('/')) || one.split('/').some(matchesHidden));
}

/** What `{a,b}` becomes, innermost first; null where that is too much. */
function bracesOf(word: string): string[] | null {
  if (word.length > LENGTH_MAX) return null;
  let words = [word];
  let steps = 0;
  while (words.some((one) => innermost.test(one))) {
    steps += words.length;
    if (steps > STEPS_MAX) return null;
    words = words.flatMap((one) => {
      const found = innermost.exec(one);
      if (!found) return [one];
      const [whole, inner = ''] = found;
      const [before, behind] = [one.slice(0, found.index), one.slice(found.index + whole.length)];
      return inner.split(',').map((part) => before + part + behind);
    });
    if (words.length > WORDS_MAX) return null;
  }
  return words;
}

const innermost = /\{([^{}]*)\}/;

function matchesHidden(segment: string): boolean {
  if (!segment.startsWith('.') || !/[*?[]/.test(segment)) return false;
  // What stands in brackets is any letter here, and an extended pattern is any text. Stars side by side become one, as the
  // time to try a pattern grows exponentially with their number.
  const parts = segment
    .replaceAll(/[?*+@!]\([^)]*\)/g, '*')
    .replaceAll(/\[[^\]]*\]/g, '?')
    .replaceAll(/[*?]+/g, (run) => (run.includes('*') ? '*' : run))
    .split(/([*?])/)
    .map((part) => (part === '*' ? '.*' : part === '?' ? '.' : part.replaceAll(/[^\w]/g, String.raw`\$&`)));
  const pattern = new RegExp(`^${parts.join('')}$`, 'i');
  return hidden.some((name) => pattern.test(name));
}
