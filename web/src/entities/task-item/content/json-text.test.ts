import { expect, it } from 'vitest';
import { jsonLines, jsonText } from './json-text.ts';

it.each([
  ['One line', '"One line"'],
  ['Read.\n\nWrite.', '"Read.\\n\n\\n\nWrite."'],
  ['No line of its own for the end\n', '"No line of its own for the end\\n"'],
  ['Said: "a"\n"b"', '"Said: \\"a\\"\\n\n\\"b\\""'],
  ['C:\\new', '"C:\\\\new"'],
])('a text of several lines inside a value is read in lines, marks and all: %j', (prompt, shown) => {
  expect(jsonLines({ prompt })).toBe(`{\n  "prompt": ${shown}\n}`);
  expect(jsonLines({ prompt }).replaceAll('\\n\n', '\\n')).toBe(jsonText({ prompt }));
});

it('a text that is no value is left as it is', () => {
  expect(jsonLines('{"prompt": "a\\nb')).toBe('{"prompt": "a\\nb');
});
