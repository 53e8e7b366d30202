import { afterEach, expect, it } from 'vitest';
import type { ModelEndpoint } from '@countersign/contract/agent';
import type { ModelAccess } from '../agents/agent-spec.ts';
import { createLog } from '../server/log.ts';
import { createRedactor } from '../server/redact.ts';
import { serve } from '../testing/serve.ts';
import { createModelMeter } from './meter/model-meter.ts';
import { createModelWatch } from './trouble/model-watch.ts';
import { createTaskModels } from './task-models.ts';

const ending: Array<() => void> = [];
afterEach(() => {
  for (const end of ending.splice(0)) end();
});

/** A model that answers each call, and keeps the key each came with. */
async function startModel(status = 200): Promise<{ url: string; heard: string[] }> {
  const heard: string[] = [];
  const { url, close } = await serve((req, res) => {
    heard.push(req.headers.authorization ?? '');
    req.resume();
    res.writeHead(status, { 'content-type': 'application/json' });
    res.end(JSON.stringify({ usage: { prompt_tokens: 5, completion_tokens: 2 } }));
  });
  ending.push(() => void close());
  return { url: `${url}/v1`, heard };
}

function models(fallback: ModelEndpoint | null) {
  const meter = createModelMeter();
  const watch = createModelWatch();
  const redact = createRedactor([]);
  let log = '';
  const metering = { meter, tell: async () => undefined, holdMs: 1_000, endMs: 1_000 };
  const written = createLog(redact, (text) => (log += text));
  const made = createTaskModels({ fallback, metering, watch, redact, log: written });
  const used = () => meter.report().body.usage?.models?.map(({ model, inputTokens }) => [model, inputTokens]);
  return { ...made, used, watch, redact, logged: () => log };
}

async function ask({ url, key, model }: ModelAccess): Promise<number> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ model, messages: [] });
  const reply = await fetch(`${url}/v1/chat/completions`, { method: 'POST', headers, body });
  await reply.text();
  return reply.status;
}

const need = (access: ModelAccess | null): ModelAccess => {
  if (access === null) throw new Error('There is no model');
  return access;
};

it('each task asks its own model with its own key, counted under its chosen name, and reaches no other', async () => {
  const [usual, chosen] = [await startModel(), await startModel()];
  const fallback = { baseUrl: usual.url, apiKey: 'key-of-the-default', model: 'big' };
  const small = { name: 'small', isNamed: true, baseUrl: chosen.url, apiKey: 'key-of-small', model: 'mini' };
  const { accessFor, nameFor, used, redact } = models(fallback);

  const first = need(await accessFor({}));
  expect(await accessFor({}), 'no second proxy for the same model').toBe(first);
  await ask(first);
  const second = need(await accessFor({ model: small }));
  await ask(second);
  expect([nameFor({}), nameFor({ model: small })]).toEqual(['big', 'small']);
  expect([second.model, second.key === first.key]).toEqual(['mini', false]);
  expect([usual.heard, chosen.heard]).toEqual([['Bearer key-of-the-default'], ['Bearer key-of-small']]);
  expect(used()).toEqual([
    ['big', 5],
    ['small', 5],
  ]);
  await expect(ask(first)).rejects.toThrow();
  expect(redact('key-of-small')).not.toContain('key-of-small');
});

it('a model that no longer exists is no reason to take another', async () => {
  const usual = await startModel();
  const { accessFor, nameFor } = models({ baseUrl: usual.url, apiKey: 'k', model: 'big' });
  await expect(accessFor({ unknownModel: 'retired' })).rejects.toThrow(/"retired" was chosen.*Choose another one/);
  expect(nameFor({ unknownModel: 'retired' })).toBeNull();
  expect(usual.heard).toEqual([]);
});

it('trouble with a named model says where to fix it', async () => {
  const refusing = await startModel(401);
  const { accessFor, watch } = models(null);
  expect(await accessFor({}), 'there is no default').toBeNull();
  const small = { name: 'small', isNamed: true, baseUrl: refusing.url, apiKey: 'k', model: 'mini' };
  await ask(need(await accessFor({ model: small })));
  expect(watch.trouble?.text).toContain('Check the key of "small" in MODELS');
});
