// The local object store as a program. Its environment:
//   OBJECT_STORE_PORT     port on 127.0.0.1
//   OBJECT_STORE_FOLDER   where the objects are kept
//   OBJECT_STORE_KEY      signs the addresses; see signed-url.ts
import * as z from 'zod';
import { listenForSignals } from '../lib/signals.ts';
import { startObjectStore } from './server.ts';

const environment = z
  .object({
    OBJECT_STORE_PORT: z.coerce.number().int(),
    OBJECT_STORE_FOLDER: z.string().min(1),
    OBJECT_STORE_KEY: z.string().min(16),
  })
  .parse(process.env);

const server = await startObjectStore(environment.OBJECT_STORE_PORT, {
  folder: environment.OBJECT_STORE_FOLDER,
  key: environment.OBJECT_STORE_KEY,
});
console.log(`object store: http://127.0.0.1:${server.port}`);
await listenForSignals().asked;
await server.close();
process.exit(0);
