import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serve } from '../testing/serve.ts';
import { createRuntime, type Runtime, type Start } from './cloud-run.ts';
import { RuntimeBusy, RuntimeRefused, RuntimeUnavailable } from './errors.ts';
import { startTestJobsServer, type TestJobsServer } from './test-jobs-server.ts';

let server: TestJobsServer;
let runtime: Runtime;

beforeAll(async () => {
  server = await startTestJobsServer('echo "code $START_CODE"; [ "$CONTAINER_ID" = quick ] && exit 3; exec sleep 300');
  runtime = createRuntime(server.settings);
});
afterAll(() => server.stop());

const startOf = (containerId: string, given: Partial<Start> = {}): Start => ({
  imageTag: 'latest',
  env: { CONTAINER_ID: containerId, EXECUTION_EPOCH: '1', START_CODE: 'the-code' },
  identity: ['CONTAINER_ID', 'EXECUTION_EPOCH'],
  again: false,
  ...given,
});
const phase = async (name: string) => (await runtime.observe(name)).phase;

describe('the runtime', () => {
  test('calls an execution pending until it starts, and cancels it before', async () => {
    const late = await startTestJobsServer('exit 0', 600_000);
    try {
      const slow = createRuntime(late.settings);
      const name = await slow.start(startOf('late'));
      expect(await slow.observe(name)).toMatchObject({ phase: 'pending' });
      await slow.cancel(name);
      expect(await slow.observe(name)).toMatchObject({ phase: 'ended', cancelled: true });
    } finally {
      await late.stop();
    }
  });

  test('starts, observes and cancels an execution', async () => {
    const name = await runtime.start(startOf('long'));
    await expect.poll(() => phase(name)).toBe('running');
    expect((await runtime.observe(name)).startedAt).toBeInstanceOf(Date);
    await expect.poll(() => server.logOf(name)).toBe('code the-code\n');
    await runtime.cancel(name);
    await expect.poll(() => phase(name)).toBe('ended');
    expect(await runtime.observe(name)).toMatchObject({ cancelled: true });
    await runtime.cancel(name); // a second time does no harm
    expect(await runtime.exitCode(name)).toBe(128 + 15);
  });

  test('tells the exit code and the message of one that failed', async () => {
    const name = await runtime.start(startOf('quick'));
    await expect.poll(() => phase(name)).toBe('ended');
    expect((await runtime.observe(name)).message).toContain('exit code 3');
    expect(await runtime.exitCode(name)).toBe(3);
  });

  test('shows the platform’s words when an image is missing', async () => {
    const name = await runtime.start(startOf('missing', { imageTag: 'nope' }));
    await expect.poll(() => phase(name)).toBe('ended');
    expect((await runtime.observe(name)).message).toBe("Image 'local/shell:nope' not found.");
  });

  test('an unknown execution is gone', async () => {
    const name = `${server.settings.location}/jobs/countersign-latest/executions/none`;
    expect(await phase(name)).toBe('gone');
    await runtime.cancel(name);
    expect(await runtime.exitCode(name)).toBeNull();
  });

  test('a changed template updates the job', async () => {
    const start = startOf('changed', { imageTag: 'V2.0' });
    await runtime.start(start);
    const changed = createRuntime({ ...server.settings, image: 'local/other' });
    const name = await changed.start({ ...start, env: { ...start.env, EXECUTION_EPOCH: '2' } });
    await expect.poll(() => phase(name)).toBe('ended');
    expect((await runtime.observe(name)).message).toBe("Image 'local/other:V2.0' not found.");
  });

  test('a repeated start finds what the first one made', async () => {
    const name = await runtime.start(startOf('twice'));
    expect(await runtime.start(startOf('twice', { again: true }))).toBe(name);
  });

  test('a lost reply to RunJob does not start a second execution', async () => {
    const proxy = await proxyThatLosesRuns(server.settings.endpoint ?? '');
    const behind = createRuntime({ ...server.settings, endpoint: proxy.url });
    const name = await behind.start(startOf('lost'));
    expect(proxy.runs()).toBe(1);
    expect(await phase(name)).not.toBe('gone');
    await proxy.close();
  });

  test('a tag with characters that job names cannot have is accepted', async () => {
    const name = await runtime.start(startOf('tag', { imageTag: 'X_'.repeat(60) }));
    expect(name).toMatch(/\/jobs\/countersign-[a-z0-9-]{1,37}\//);
  });

  test('an exhausted quota is not a refusal, and no execution is looked for', async () => {
    const asked: string[] = [];
    const standIn = await serve((incoming, reply) => {
      asked.push(`${incoming.method}`);
      const body = { error: { code: 429, message: 'Quota exceeded', status: 'RESOURCE_EXHAUSTED' } };
      reply.writeHead(429, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    });
    const full = createRuntime({ ...server.settings, endpoint: standIn.url });
    await expect(full.start(startOf('busy'))).rejects.toBeInstanceOf(RuntimeBusy);
    expect(asked).toEqual(['GET']); // only the job was read: nothing was started
    await standIn.close();
  });

  test('a lost start is found however many came after it, and not searched for before its time', async () => {
    const now = Date.now();
    const job = `${server.settings.location}/jobs/countersign-latest`;
    const all = Array.from({ length: 450 }, (_, index) => ({
      name: `${job}/executions/e${index}`,
      createTime: new Date(now - index * 60_000).toISOString(),
      template: { containers: [{ env: [{ name: 'CONTAINER_ID', value: `c${index}` }] }] },
    }));
    let pages = 0;
    const standIn = await serve((incoming, reply) => {
      pages += 1;
      const start = Number(new URL(incoming.url ?? '', 'http://host').searchParams.get('pageToken') ?? 0);
      const nextPageToken = start + 100 < all.length ? String(start + 100) : '';
      const body = { executions: all.slice(start, start + 100), nextPageToken };
      reply.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    });
    const shared = createRuntime({ ...server.settings, endpoint: standIn.url });
    const find = (id: string, since?: Date) =>
      shared.find({ imageTag: 'latest', env: { CONTAINER_ID: id }, identity: ['CONTAINER_ID'], since });
    expect(await find('c430')).toBe(`${job}/executions/e430`);
    expect(pages).toBe(5);
    pages = 0;
    expect(await find('none', new Date(now - 120 * 60_000))).toBeNull();
    expect(pages).toBe(2);
    await standIn.close();
  });

  test('a refusal and a silence are different errors', async () => {
    const forbidding = await serverThatForbids();
    const forbidden = createRuntime({ ...server.settings, endpoint: forbidding.url });
    await expect(forbidden.start(startOf('refused'))).rejects.toThrow(new RuntimeRefused('no'));
    await forbidding.close();
    const down = createRuntime({ ...server.settings, endpoint: 'http://127.0.0.1:9' });
    await expect(down.start(startOf('down'))).rejects.toBeInstanceOf(RuntimeUnavailable);
    await expect(down.observe('projects/local/locations/x/jobs/a/executions/b')).rejects.toBeInstanceOf(
      RuntimeUnavailable,
    );
  });
});

async function serverThatForbids() {
  const body = JSON.stringify({ error: { code: 403, message: 'no', status: 'PERMISSION_DENIED' } });
  return serve((_, reply) => void reply.writeHead(403, { 'Content-Type': 'application/json' }).end(body));
}

/** Passes everything on, but breaks the connection instead of replying to a RunJob, which was carried out. */
async function proxyThatLosesRuns(target: string) {
  let runs = 0;
  const proxy = await serve((incoming, outgoing) => {
    const isRun = incoming.url?.includes(':run') ?? false;
    if (isRun) runs += 1;
    const forwarded = request(
      target + incoming.url,
      { method: incoming.method, headers: { ...incoming.headers, host: new URL(target).host } },
      (reply) => {
        if (isRun) return void outgoing.destroy();
        outgoing.writeHead(reply.statusCode ?? 502, reply.headers);
        reply.pipe(outgoing);
      },
    );
    incoming.pipe(forwarded);
  });
  return { ...proxy, runs: () => runs };
}
