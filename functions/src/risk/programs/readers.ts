import type { Grammar } from '../options.ts';

export interface Reader extends Grammar {
  /** What its operands are: files, text, or a pattern and then files. */
  operands?: 'paths' | 'text' | 'pattern';
  /** More operands than this mean something else, such as a file to write. */
  max?: number;
  /** Options that replace the pattern among the operands. */
  without?: string[];
  /** Options that make it search folders, including hidden files. */
  through?: string[];
  /** It reads what is in folders, unless with these options, which only list. */
  readsFolders?: { listing?: string[] };
  /** `@a.txt` stands for the words in that file: options, and names of other files. */
  fromFiles?: true;
}

/** Programs that read and print, each with the options that do nothing else. */
export const readers: Record<string, Reader> = {
  ls: {
    flags: 'aAbBcCdfFgGhHiklLmnNopqQrRsStuUvxXZ1',
    long:
      'all almost-all human-readable color recursive reverse size classify directory inode full-time no-group si time-style sort ' +
      'group-directories-first dereference',
  },
  cat: { flags: 'AbeEnstTuv', long: 'number number-nonblank show-all show-ends show-tabs squeeze-blank' },
  head: { flags: 'qvz', valued: 'nc', long: 'quiet verbose', longValued: 'lines bytes', numbers: true },
  tail: { flags: 'qvz', valued: 'nc', long: 'quiet verbose', longValued: 'lines bytes', numbers: true },
  wc: { flags: 'clmwL', long: 'lines words bytes chars max-line-length' },
  nl: { valued: 'bvwnis' },
  tac: {},
  rev: {},
  cut: {
    flags: 'sn',
    valued: 'dfbc',
    long: 'complement only-delimited',
    longValued: 'delimiter fields characters bytes output-delimiter',
  },
  tr: { flags: 'cCdst', operands: 'text' },
  sort: {
    flags: 'bdfghiMnRrVCcmsuz',
    valued: 'kt',
    long: 'numeric-sort reverse unique human-numeric-sort version-sort ignore-case stable check general-numeric-sort zero-terminated',
    longValued: 'key field-separator',
  },
  uniq: { flags: 'cdDiuz', valued: 'fsw', long: 'count repeated unique ignore-case', max: 1 },
  comm: { flags: '123', max: 2 },
  diff: {
    flags: 'uqsbBwiaEtyT',
    valued: 'UC',
    long: 'unified brief side-by-side ignore-all-space ignore-space-change ignore-blank-lines ignore-case color text minimal',
    max: 2,
    // Of two folders it compares, and prints, the files that both have.
    readsFolders: {},
  },
  cmp: { flags: 'bls', max: 2 },
  paste: { flags: 's', valued: 'd' },
  fold: { flags: 's', valued: 'w' },
  column: { flags: 't', valued: 's' },
  basename: { flags: 'az', valued: 's', operands: 'text' },
  dirname: { flags: 'z', operands: 'text' },
  realpath: { flags: 'emsqz' },
  readlink: { flags: 'femnqsvz' },
  stat: { flags: 'Lft', valued: 'c', long: 'terse dereference', longValued: 'format printf' },
  file: { flags: 'bihLkN', long: 'brief mime mime-type mime-encoding' },
  du: {
    flags: 'abchkmsSxL0',
    valued: 'd',
    long: 'all human-readable summarize apparent-size total bytes',
    longValued: 'max-depth exclude',
  },
  df: { flags: 'ahHiklmPT', long: 'human-readable' },
  // It takes the next word for a letter's value, and more letters behind that one.
  tree: { flags: 'adfilpsughDFCnr', valued: 'LIP', last: 'LIP', long: 'gitignore dirsfirst noreport' },
  md5sum: { flags: 'bt' },
  sha1sum: { flags: 'bt' },
  sha256sum: { flags: 'bt' },
  sha512sum: { flags: 'bt' },
  od: { flags: 'bcdox', valued: 'AjNt' },
  hexdump: { flags: 'bcCdox', valued: 'ns' },
  strings: { flags: 'a', valued: 'n', fromFiles: true },
  jq: {
    flags: 'rcnesSjaCM',
    long: 'raw-output compact-output null-input exit-status slurp sort-keys join-output ascii-output color-output monochrome-output tab',
    operands: 'pattern',
  },
  grep: {
    flags: 'cEFGhHiIlLnoPqsvwxzabTrR',
    valued: 'ABCme',
    numbers: true,
    long:
      'ignore-case line-number count files-with-matches files-without-match no-messages only-matching invert-match word-regexp ' +
      'line-regexp extended-regexp fixed-strings perl-regexp with-filename no-filename quiet silent color colour recursive text',
    longValued: 'after-context before-context context max-count include exclude exclude-dir regexp',
    operands: 'pattern',
    without: ['e', 'regexp'],
    through: ['r', 'R', 'recursive'],
  },
  rg: {
    flags: 'abcFHIilNnopPqSsTUvwxV0',
    valued: 'ABCegmtTrMd',
    long:
      'count count-matches files files-with-matches files-without-match fixed-strings heading no-heading ignore-case smart-case ' +
      'case-sensitive line-number no-line-number multiline only-matching pcre2 type-list word-regexp invert-match stats json ' +
      'no-messages vimgrep with-filename no-filename column trim passthru color',
    longValued:
      'glob iglob max-count max-depth max-filesize type type-not context after-context before-context sort replace regexp',
    operands: 'pattern',
    without: ['e', 'regexp', 'files', 'type-list'],
    readsFolders: { listing: ['files', 'type-list'] },
  },
  sleep: { operands: 'text' },
  echo: { flags: 'neE', operands: 'text' },
  printf: { operands: 'text' },
  pwd: { flags: 'LP', max: 0 },
  true: { operands: 'text' },
  false: { operands: 'text' },
  ':': { operands: 'text' },
  whoami: { max: 0 },
  id: { flags: 'gGnru', operands: 'text', max: 1 },
  uname: { flags: 'amnprsvio', max: 0 },
  nproc: { long: 'all', max: 0 },
  arch: { max: 0 },
  groups: { operands: 'text', max: 1 },
  which: { flags: 'a', operands: 'text' },
  type: { flags: 'atpP', operands: 'text' },
};
readers.egrep = { ...readers.grep };
readers.fgrep = { ...readers.grep };
