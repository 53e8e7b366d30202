import { PassThrough } from 'node:stream';
import { finished } from 'node:stream/promises';
import { expect, it } from 'vitest';
import { createRedactor } from '../server/redact.ts';
import { createOutputLimit, logErrors } from './agent-output.ts';

/** What an agent writes when its client lacks a method; opencode does so after each file it writes. */
const failure = `2 | // @bun
3 | import{WD as f}from"/$bunfs/root/chunk-2pcsatpr.js";${'x'.repeat(2_000)}
4 | \`,K=$.getWriter()
             ^
RequestError: "Method not found": fs/write_text_file
 code: -32601,
 data: {
  method: "fs/write_text_file",
},

      at handleResponse (/$bunfs/root/chunk-3q2ns9vd.js:4:7682)
      at processTicksAndRejections (unknown:7:39)

`;

async function logOf(text: string, emptyErrors?: string[]) {
  const lines: string[] = [];
  const log = Object.assign((line: string) => void lines.push(line), {
    connect: () => undefined,
    flush: async () => undefined,
  });
  const stderr = new PassThrough();
  const limit = createOutputLimit(1024 * 1024, () => undefined);
  const words = logErrors(stderr, { limit, log, redact: createRedactor(['hunter2-hunter2']), emptyErrors });
  stderr.end(text);
  await finished(stderr);
  return { lines, last: words.last() };
}

it('logs what went wrong, once, and neither the source nor the stack around it', async () => {
  const { lines, last } = await logOf(`${failure}${failure}${failure}Done\n`);
  expect(lines).toEqual([
    '[agent] [left out: 4 lines of a stack trace, or said before]',
    '[agent] RequestError: "Method not found": fs/write_text_file',
    '[agent]  code: -32601,',
    '[agent]  data: {',
    '[agent]   method: "fs/write_text_file",',
    '[agent] },',
    '[agent] [left out: 30 lines of a stack trace, or said before]',
    '[agent] Done',
  ]);
  expect(last).toBe('Done');
});

it('leaves out an error that says nothing, and only that', async () => {
  const other = failure.replaceAll('write', 'read');
  const { lines, last } = await logOf(`Begun\n${failure}${other}${failure}`, [
    'RequestError: "Method not found": fs/write_text_file',
  ]);
  expect(lines).toEqual([
    '[agent] Begun',
    '[agent] [left out: 4 lines of a stack trace, or said before]',
    '[agent] RequestError: "Method not found": fs/read_text_file',
    '[agent]  code: -32601,',
    '[agent]  data: {',
    '[agent]   method: "fs/read_text_file",',
    '[agent] },',
  ]);
  expect(last).toBe('RequestError: "Method not found": fs/read_text_file');
});

it.each([
  ['a place in a program', '    at main (a.js:1:1)\n'],
  ['its fields', " {\n  code: 'ENOLUCK'\n}\n"],
  ["Node's version", '    at main (a.js:1:1)\n\nNode.js v24.1.0\n'],
])('remembers the error, not %s, as the last words', async (_what, after) => {
  expect((await logOf(`Error: out of luck\n${after}`)).last).toBe('Error: out of luck');
});

it.each([
  ['a line', `${'x'.repeat(395)}hunter2-hunter2 and more\n`],
  ['the last line, without an end', `${'x'.repeat(395)}hunter2-hunter2 and more`],
  ['more than the log can hold', `${'y\n'.repeat(150_000)}${'x'.repeat(395)}hunter2-hunter2 and more\n`],
])('keeps nothing of a secret where it cuts %s', async (_what, text) => {
  const { lines, last } = await logOf(text);
  expect(last).toBe('x'.repeat(395));
  expect(lines.join('\n')).not.toContain('hunt');
});
