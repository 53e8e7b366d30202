// Both APIs as a process of their own, like one of several instances. Prints their addresses as one line, and logs to the
// file that API_LOG names, if any.
import { appendFileSync } from 'node:fs';
import { createAgentApp, createApiApp } from '../app.ts';
import { setLogWriter } from '../lib/log.ts';
import { serve } from './serve.ts';
import { verifyTokensAlone } from './tokens-alone.ts';

const { API_LOG: logFile } = process.env;
// At once: it may be killed at any moment.
setLogWriter((line) =>
  logFile === undefined ? undefined : appendFileSync(logFile, `${new Date().toISOString()} ${line}\n`),
);
verifyTokensAlone();
const [api, agentApi] = await Promise.all([serve(createApiApp()), serve(createAgentApp())]);
process.stdout.write(`${JSON.stringify({ url: api.url, agentUrl: agentApi.url })}\n`);
