import { expect, it } from 'vitest';
import { bytesOfNames, isPlainName, namesInput, placeIn, shownName, textOfNames } from './file-names.ts';

const latin1 = (bytes: string) => Buffer.from(bytes, 'latin1');

it.each([
  'plain.txt',
  '\xff',
  'a\xee\xff.sh',
  '\xed\xa0\x80', // a surrogate, which is no UTF-8
  '\xed\xb3\xae', // what \xee becomes here, written as a character
  '\xc0\xaf\xf5\x80\x80\x80',
  '\xf0\x9f\x98\x80\xee',
  '\xe2\x82',
  '\xef\xbf\xbd',
])('leads from the name %j back to its bytes', (bytes) => {
  expect(bytesOfNames(textOfNames(latin1(bytes)))).toEqual(latin1(bytes));
});

it('keeps apart what would be decoded to the same text, and shows it', () => {
  const names = ['\xee.sh', '\xff.sh', '\xef\xbf\xbd.sh'].map((bytes) => textOfNames(latin1(bytes)));
  expect(new Set(names).size).toBe(3);
  expect(names.map(isPlainName)).toEqual([false, false, true]);
  expect(names.map(shownName)).toEqual(['\\xee.sh', '\\xff.sh', '\uFFFD.sh']);
  expect(JSON.parse(JSON.stringify(names)), 'as they are saved').toEqual(names);
  expect(namesInput(names.slice(1))).toEqual(latin1('\xff.sh\0\xef\xbf\xbd.sh\0'));
  expect(placeIn('/größer', textOfNames(latin1('\xee.sh')))).toEqual(
    Buffer.concat([Buffer.from('/größer/'), latin1('\xee.sh')]),
  );
});

it('takes names that are UTF-8 as they are', () => {
  const text = 'größer 😀 \uFFFD \uFEFF\n';
  expect(textOfNames(Buffer.from(text))).toBe(text);
  expect(bytesOfNames(text)).toEqual(Buffer.from(text));
});
