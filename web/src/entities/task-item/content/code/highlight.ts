import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import cpp from 'highlight.js/lib/languages/cpp';
import csharp from 'highlight.js/lib/languages/csharp';
import css from 'highlight.js/lib/languages/css';
import dockerfile from 'highlight.js/lib/languages/dockerfile';
import go from 'highlight.js/lib/languages/go';
import ini from 'highlight.js/lib/languages/ini';
import java from 'highlight.js/lib/languages/java';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import kotlin from 'highlight.js/lib/languages/kotlin';
import makefile from 'highlight.js/lib/languages/makefile';
import markdown from 'highlight.js/lib/languages/markdown';
import php from 'highlight.js/lib/languages/php';
import python from 'highlight.js/lib/languages/python';
import ruby from 'highlight.js/lib/languages/ruby';
import rust from 'highlight.js/lib/languages/rust';
import sql from 'highlight.js/lib/languages/sql';
import swift from 'highlight.js/lib/languages/swift';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';
import { own } from '../../../../lib/own.ts';

const languages = {
  bash,
  cpp,
  csharp,
  css,
  dockerfile,
  go,
  ini,
  java,
  javascript,
  json,
  kotlin,
  makefile,
  markdown,
  php,
  python,
  ruby,
  rust,
  sql,
  swift,
  typescript,
  xml,
  yaml,
};
for (const [name, language] of Object.entries(languages)) hljs.registerLanguage(name, language);

/** File endings that highlight.js does not know as aliases of its languages. */
const byEnding: Record<string, string> = {
  mts: 'typescript',
  cts: 'typescript',
  scss: 'css',
  less: 'css',
  lock: 'yaml',
};

/** A file's language by its name; null if unknown. */
export function languageOf(path: string): string | null {
  const name = path.split('/').at(-1)?.toLowerCase() ?? '';
  const ending = name.includes('.') ? (name.split('.').at(-1) ?? '') : name;
  const language = own(byEnding, ending) ?? ending;
  return hljs.getLanguage(language) ? language : null;
}

/** HTML of the code, escaped by highlight.js, with only text and `span`s; one entry per line. */
export function highlightLines(code: string, language: string | null): string[] {
  const html =
    language && !isLong(code) ? hljs.highlight(code, { language, ignoreIllegals: true }).value : escapeHtml(code);
  return splitLines(html);
}

/** The time to colour a line grows with the square of its length in some languages, and minified code gains nothing by it. */
function isLong(code: string): boolean {
  return code.length > 400_000 || code.split('\n').some((line) => line.length > 2_000);
}

/** A stretch of code with its colour class; for nested ones the inner class. */
export interface ColouredPart {
  text: string;
  colour: string | null;
}

/** A shell command in coloured parts; joined, they are the command. */
export function shellParts(command: string): ColouredPart[] {
  if (isLong(command)) return [{ text: command, colour: null }];
  const { value } = hljs.highlight(command, { language: 'bash', ignoreIllegals: true });
  const open: string[] = [];
  const parts: ColouredPart[] = [];
  for (const [token, classes] of value.matchAll(/<span class="([^"]*)">|<\/span>|[^<]+/g)) {
    if (classes !== undefined) open.push(classes);
    else if (token === '</span>') open.pop();
    else parts.push({ text: unescapeHtml(token), colour: open.at(-1) ?? null });
  }
  return parts;
}

const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#x27;': "'", '&amp;': '&' };
const unescapeHtml = (html: string) =>
  html.replace(/&(?:lt|gt|quot|amp|#x27);/g, (entity) => entities[entity] ?? entity);

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Splits at line ends; an open `span` is closed there and reopened on the next line. */
function splitLines(html: string): string[] {
  const open: string[] = [];
  return html.split('\n').map((line) => {
    const before = open.join('');
    for (const [tag] of line.matchAll(/<span[^>]*>|<\/span>/g)) {
      if (tag === '</span>') open.pop();
      else open.push(tag);
    }
    return before + line + '</span>'.repeat(open.length);
  });
}
