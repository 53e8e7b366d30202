// Both APIs as a process of their own, like one of several instances. Prints their addresses as one line.
import { createAgentApp, createApiApp } from '../app.ts';
import { setLogWriter } from '../lib/log.ts';
import { serve } from './serve.ts';
import { verifyTokensAlone } from './tokens-alone.ts';

setLogWriter(() => undefined);
verifyTokensAlone();
const [api, agentApi] = await Promise.all([serve(createApiApp()), serve(createAgentApp())]);
process.stdout.write(`${JSON.stringify({ url: api.url, agentUrl: agentApi.url })}\n`);
