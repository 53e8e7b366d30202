// The local push service as a program. Its environment:
//   PUSH_SERVICE_PORT     port on 127.0.0.1
import * as z from 'zod';
import { listenForSignals } from '../lib/signals.ts';
import { startPushService } from './server.ts';

const environment = z.object({ PUSH_SERVICE_PORT: z.coerce.number().int() }).parse(process.env);

const server = await startPushService(environment.PUSH_SERVICE_PORT);
console.log(`push service: http://127.0.0.1:${server.port}`);
await listenForSignals().asked;
await server.close();
process.exit(0);
