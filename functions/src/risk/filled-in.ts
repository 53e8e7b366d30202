import { bracesOf, holdsSecrets } from '@countersign/contract/agent';

/** Hidden places in which secrets are usually kept, one of each name: a pattern that begins with a dot reaches these, and no other pattern does. */
const hidden = (
  '.env .env.local .env.production .netrc .npmrc .pypirc .pgpass .my.cnf .htpasswd .vault-token .git-credentials .dockercfg .boto .s3cfg ' +
  '.terraformrc .bash_history .zsh_history .ssh .aws .azure .gnupg .kube .docker .secrets .password-store'
).split(' ');
/** Whether the shell may fill a word in with the name of a place in which secrets are usually kept. */
export function mayBecomeSecret(word: string): boolean {
  const words = bracesOf(word);
  return words === null || words.some((one) => holdsSecrets(one.split('/')) || one.split('/').some(matchesHidden));
}

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
