import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ModelAllowance, ModelUsage } from '@countersign/contract/agent';
import { afterEach } from 'vitest';
import type { ModelAccess } from '../../agents/agent-spec.ts';
import { createLog } from '../../server/log.ts';
import { createRedactor } from '../../server/redact.ts';
import { serve } from '../../testing/serve.ts';
import type { Metering } from '../meter/admit-call.ts';
import { createModelMeter } from '../meter/model-meter.ts';
import { createModelWatch, type ModelWatch } from '../trouble/model-watch.ts';
import { startModelProxy, type ModelProxy } from '../model-proxy.ts';

/** A proxy in front of a model, and the server to which it reports usage. */
export interface MeteredProxy {
  access: ModelAccess;
  /** Posts as an agent does. */
  post(path: string, body: unknown, init?: RequestInit): Promise<Response>;
  get(path: string): Promise<Response>;
  /** What has been counted so far. */
  readonly used: ModelUsage;
  /** How often it reported to the server. */
  tellings: number;
  /** What the server answers about the allowance; undefined: nothing. */
  allowance: ModelAllowance | undefined;
  /** Called before the server answers. */
  hear: () => Promise<void> | void;
  readonly log: string;
  watch: ModelWatch;
}

export type Handle = (req: IncomingMessage, res: ServerResponse, body: string) => void;

/** How long to wait for what, where a test needs other times. */
type Patience = Partial<Metering> & { connectMs?: number };

/** Starts proxies, and ends them and their models after each test. */
export function useMeteredProxies() {
  const ending: Array<() => void> = [];
  afterEach(() => {
    for (const end of ending.splice(0)) end();
  });

  /** In front of a model at this address. */
  async function startAt(
    url: string,
    apiKey: string,
    { connectMs, ...patience }: Patience = {},
  ): Promise<MeteredProxy> {
    const meter = createModelMeter();
    const redact = createRedactor([apiKey]);
    const watch = createModelWatch({ model: 'm' });
    let log = '';
    const tell = async () => {
      proxy.tellings += 1;
      const report = meter.report();
      await proxy.hear();
      report.heard(proxy.allowance);
    };
    const served: ModelProxy = await startModelProxy({
      endpoint: { baseUrl: `${url}/v1`, apiKey, model: 'm' },
      metering: { meter, tell, holdMs: 10_000, endMs: 10_000, ...patience },
      watch,
      log: createLog(redact, (text) => (log += text)),
      redact,
      ...(connectMs !== undefined && { connectMs }),
    });
    ending.push(() => served.close());
    const headers = { 'x-api-key': served.access.key, 'content-type': 'application/json' };
    const proxy: MeteredProxy = {
      access: served.access,
      post: (path, body, init) =>
        fetch(`${served.access.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body), ...init }),
      get: (path) => fetch(`${served.access.url}${path}`, { headers }),
      get used() {
        const { inputTokens = 0, outputTokens = 0 } = meter.report().body.usage ?? {};
        return { inputTokens, outputTokens };
      },
      tellings: 0,
      allowance: undefined,
      hear: () => undefined,
      watch,
      get log() {
        return log;
      },
    };
    return proxy;
  }

  /** In front of a model that answers like this. */
  async function start(handle: Handle, patience?: Patience): Promise<MeteredProxy> {
    const model = await serve((req, res) => {
      let body = '';
      req.on('data', (chunk: Buffer) => (body += chunk.toString()));
      req.on('end', () => handle(req, res, body));
    });
    ending.push(() => void model.close());
    return startAt(model.url, 'the-real-key', patience);
  }

  return { start, startAt, atEnd: (end: () => void) => ending.push(end) };
}
