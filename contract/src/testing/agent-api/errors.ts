import { BODY_LIMIT_BYTES } from '../../lib/constants.ts';
import type { ErrorReply } from '../../lib/error.ts';
import type { Harness, TestFramework } from './harness.ts';
import { newNonce, startRunner } from './runner.ts';

/** How requests that no typed client would send are refused. */
export function describeErrors({ describe, test, expect }: TestFramework, { newWorld }: Harness): void {
  describe('an error', () => {
    test('has a status, a code, a sentence, and the path of each issue', async () => {
      const world = await newWorld();
      const { exchanged } = await startRunner(world);
      const send = async (path: string, { method = 'POST', body = '{}', type = 'application/json' } = {}) => {
        const headers = { Authorization: `Bearer ${exchanged.token}`, 'Content-Type': type };
        const response = await fetch(world.url + path, { method, body, headers });
        const reply = (await response.json()) as ErrorReply;
        expect(reply.message.length > 3, reply.message).toBe(true);
        const paths = (reply.issues ?? []).map((issue) => issue.path.join('.')).sort();
        return [`${response.status} ${reply.code}`, ...paths];
      };
      expect(await send('/agent/nothing')).toEqual(['404 not_found']);
      expect(await send('/agent/claim', { method: 'PATCH' })).toEqual(['405 method_not_allowed']);
      expect(await send('/agent/claim', { type: 'text/plain' })).toEqual(['415 unsupported_media_type']);
      expect(await send('/agent/claim', { body: '{"a":' })).toEqual(['400 invalid', '']);
      expect(await send('/agent/claim', { body: '{"surprise":1,"other":2}' })).toEqual([
        '400 invalid',
        'other',
        'surprise',
      ]);
      const large = JSON.stringify({ text: 'x'.repeat(BODY_LIMIT_BYTES) });
      expect(await send('/agent/logs', { body: large })).toEqual(['413 too_large']);
      const items = [{ id: 'a b', type: 'nothing', title: 'x'.repeat(501) }];
      const wrong = ['400 invalid', 'epoch', 'items.0.id', 'items.0.title', 'items.0.type'];
      const path = `/agent/tasks/${newNonce()}/items`;
      expect(await send(path, { method: 'PUT', body: JSON.stringify({ items }) })).toEqual(wrong);
    });
  });
}
