import {
  doubleQuoted,
  isOfRedirection,
  SCRIPTS_DEEP,
  unquoted,
  writtenWords,
  type WrittenWord,
} from './shell-words.ts';

/** Programs and variables that decide what a shell fills in, or run what is not seen here. */
const decidesOfNames =
  /^(?:set|shopt|setopt|unsetopt|emulate|noglob|source|eval|popd|chdir|(?:BASH_ENV|ENV|CDPATH)\+?=.*)$/s;
/** Variables that do, whatever sets them. */
const deciding = /GLOBIGNORE|BASHOPTS|SHELLOPTS/;
/** Words behind which the next one is a program all the same. */
const beforePrograms = /^(?:!|\{|if|then|elif|else|while|until|do|time|command|builtin|exec)$/;
const shell = /^(?:\/(?:usr\/)?bin\/)?(?:ba|da|z|k|a)?sh$/;
/** Shells that make no words of braces. */
const withoutBraces = /(?:^|\/)(?:da|a)?sh$/;
/** Options of a shell that say nothing about names, behind which stands a script. */
const asScript = /^-(?:[elux]*c|cl)$/;
/** A word in which stands `$'…'`: there, a backslash is one before a quote, too. */
const withAnsiQuotes = /^(?:\\.|'[^']*'|"(?:\\.|[^"\\])*"|[^'"\\$]|\$(?!'))*\$'/s;

/**
 * The words of a script in which a shell fills in names, because they are written without quotes and backslashes. Empty
 * for a script whose words alone do not show this: because some of them are a text or a comment, quotes are within
 * quotes, or something else decides which names there are or which folder they are in. Left out is what touches a
 * bracket or `|`, since it may belong to another form of pattern, and what a redirection names, since only some shells
 * fill that in.
 */
export function plainWords(script: string, deep = SCRIPTS_DEEP): string[] {
  const words = writtenWords(script);
  const behind = (index: number) => words[index + 1]?.before ?? script.slice(endOf(script, words));
  const isChoice = ['case', 'in'].every((part) => words.some(({ text }) => text === part));
  if (isChoice || words.some((_, index) => isUnclear(words, index))) return [];
  return words.flatMap(({ text, before }, index) => {
    const inner = deep > 0 ? scriptOf(words, index) : null;
    if (inner !== null) {
      const shellName = words[index - 2]?.text ?? '';
      return plainWords(inner, deep - 1).filter((one) => !one.includes('{') || !withoutBraces.test(shellName));
    }
    const isPart = /[()|]$/.test(before) || /^[()|]/.test(behind(index));
    return isPart || /[<>]/.test(before) || /['"\\]/.test(text) ? [] : [text];
  });
}

const endOf = (script: string, words: readonly WrittenWord[]) =>
  words.length === 0 ? 0 : words.reduce((end, { text, before }) => end + before.length + text.length, 0);

/** The script that a shell is given, if it is known; null for any other word. */
function scriptOf(words: readonly WrittenWord[], index: number): string | null {
  const [name, option, given] = [words[index - 2], words[index - 1], words[index]];
  if (name === undefined || option === undefined || given === undefined) return null;
  if (!shell.test(name.text) || !asScript.test(option.text) || !isProgram(words, index - 2)) return null;
  return /[$`]/.test(withoutSingleQuotes(given.text)) ? null : unquoted(given.text);
}

/** Whether a command may begin there. */
function isProgram(words: readonly WrittenWord[], index: number): boolean {
  const former = words[index - 1];
  return former === undefined || /[;&|(\n]/.test(words[index]?.before ?? '') || beforePrograms.test(former.text);
}

function isUnclear(words: readonly WrittenWord[], index: number): boolean {
  const written = words[index];
  if (written === undefined) return false;
  const { text, before } = written;
  // A text for input; a calculation.
  if (/<<|\(\(/.test(before)) return true;
  if (text.startsWith('#') || text === '[[' || withAnsiQuotes.test(text)) return true;
  if (doubleQuoted(text).some((part) => /\$\(|`|\$\{[^}]*$/.test(part))) return true;
  const name = unquoted(text);
  if (decidesOfNames.test(name) || deciding.test(name) || text.includes('$[')) return true;
  if (isProgram(words, index) && (name === '.' || /^"?[$`]/.test(text))) return true;
  return /^(?:cd|pushd)$/.test(name) && !isKnownFolder(words, index + 1);
}

/** Whether that is the only word behind `cd`, and it leads where it says. */
function isKnownFolder(words: readonly WrittenWord[], index: number): boolean {
  const [folder, next] = [words[index], words[index + 1]];
  if (folder === undefined || !/^[ \t]+$/.test(folder.before) || isOfRedirection(words, index)) return false;
  if (/[$`*?[{]|^["']?[~-]/.test(folder.text)) return false;
  return next === undefined || /[^ \t]/.test(next.before) || isOfRedirection(words, index + 1);
}

const withoutSingleQuotes = (text: string) =>
  text.replaceAll(/\\.|'[^']*'?|"(?:\\.|[^"\\])*"?/gs, (part) => (part.startsWith("'") ? '' : part));
