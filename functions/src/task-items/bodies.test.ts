import { FIELD_REPLY_LIMIT_BYTES } from '@countersign/contract';
import { Timestamp } from 'firebase-admin/firestore';
import { describe, expect, test } from 'vitest';
import { prepareBodies, shortBodies } from './bodies.ts';
import { prepareItem } from './write-item.ts';

const task = { id: 't', userId: 'u', projectId: 'p' };
const itemWith = (content: string) =>
  prepareItem(task, { type: 'planning', title: 'T', content, author: 'agent' }, Timestamp.now());

describe('prepareBodies', () => {
  test('keeps short fields whole, in the header', () => {
    const { headers, chunks } = prepareBodies({ content: 'short', toolParameters: { b: [[1]], a: null } });
    expect(headers.toolParameters).toEqual({ text: '{"a":null,"b":[[1]]}', size: 20, chunks: 0 });
    expect(chunks).toEqual([]);
  });

  test.each(['x', 'é', '😀', 'a😀'])(
    'cuts a long text of %s between characters, and loses nothing of it',
    (character) => {
      const content = character.repeat(500_000);
      const { headers, chunks } = prepareBodies({ content });
      expect(JSON.parse(chunks.map(({ text }) => text).join(''))).toBe(content);
      for (const { text } of chunks) {
        expect(Buffer.byteLength(text)).toBeLessThanOrEqual(512 * 1024);
        expect(Buffer.from(text, 'utf8').toString('utf8'), 'no half character').toBe(text);
      }
      expect(headers.content?.chunks).toBe(chunks.length);
      expect(Buffer.byteLength(headers.content?.text ?? '')).toBeLessThanOrEqual(FIELD_REPLY_LIMIT_BYTES);
      expect(content.startsWith(headers.content?.text ?? '-')).toBe(true);
    },
  );
});

describe('shortBodies', () => {
  test('says when something was cut', () => {
    expect(shortBodies(itemWith('short').header)).toEqual({ bodies: { content: 'short' }, truncated: false });
    const cut = shortBodies(itemWith('x'.repeat(30_000)).header);
    expect(cut.truncated).toBe(true);
    expect(cut.bodies.content).toBe('x'.repeat(FIELD_REPLY_LIMIT_BYTES));
  });
});
