import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLifetime } from '../lib/lifetime.ts';
import { startTestApi, type TestApi } from '../testing/agent-api.ts';
import { createAgentApi } from './api.ts';
import { createLog, firstBytes } from './log.ts';
import { createRedactor } from './redact.ts';

let api: TestApi;
beforeEach(async () => {
  api = await startTestApi();
});
afterEach(() => api.close());

describe('the log', () => {
  it('sends in numbered pieces of at most 64 KiB, without secrets', async () => {
    const redact = createRedactor(['hunter2-hunter2']);
    const log = createLog(redact, () => undefined);
    log('the password is hunter2-hunter2, the token ghp_abcdefghijklmnop1234');
    for (let line = 0; line < 20; line += 1) log('é'.repeat(5_000));
    const agentApi = createAgentApi(api.url, createLifetime());
    agentApi.authorize(api.state.executions.exchange(api.state.executions.start(), 'a nonce of this test').token);
    log.connect(agentApi);
    await log.flush(10_000);
    expect(api.state.logs.length).toBeGreaterThan(3);
    for (const piece of api.state.logs) expect(Buffer.byteLength(piece)).toBeLessThanOrEqual(64 * 1024);
    const all = api.state.logs.join('');
    expect(all).toContain('the password is [redacted], the token [redacted]');
    expect(all.match(/é/g)).toHaveLength(100_000);
  });
});

describe('firstBytes', () => {
  it('never splits a character', () => {
    expect(firstBytes('aé', 2)).toBe('a');
    expect(firstBytes('a😀b', 4)).toBe('a');
    expect(firstBytes('a😀b', 5)).toBe('a😀');
    expect(firstBytes('short', 100)).toBe('short');
  });
});

describe('the redactor', () => {
  it('hides the secrets it knows, also as basic credentials, and whatever has the form of a token', () => {
    const redact = createRedactor();
    redact.hide('plain-secret-value');
    const basic = Buffer.from('x-access-token:plain-secret-value').toString('base64');
    expect(redact(`a plain-secret-value b ${basic} c`)).toBe('a [redacted] b [redacted] c');
    expect(redact('eyJhbGciOiJIUzI1NiJ9.eyJhIjoxMjM0NTY3OH0.c2lnbmF0dXJl1234')).toBe('[redacted]');
  });
});
