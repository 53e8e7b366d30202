import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { listen } from '../lib/listen.ts';
import type { DataSource } from '../stack/saved-data.ts';

const request = z.object({
  path: z.string().optional(),
  export_directory: z.string().optional(),
  export_name: z.string().optional(),
});

export interface FakeEmulators {
  source: Required<DataSource>;
  /** What they write into an export. */
  content: { firestore: string; accounts: string };
  /** The words with which Firestore refuses an export, if set. */
  refusal: string | undefined;
  /** Called while Firestore exports. */
  whileExporting: () => Promise<void>;
  /** Exports that were asked for, in their order. */
  asked: string[];
  endHub: () => Promise<void>;
  endFirestore: () => Promise<void>;
}

/** The part of the emulators that keeping data uses: each export writes one file. */
export async function startFakeEmulators(): Promise<FakeEmulators> {
  const serve = (act: (body: z.infer<typeof request>) => Promise<string | undefined>) =>
    listen((req, res) => {
      let text = '';
      req.on('data', (chunk) => (text += String(chunk)));
      req.on('end', () => {
        void act(request.parse(JSON.parse(text))).then((refusal) =>
          res.writeHead(refusal === undefined ? 200 : 500).end(refusal),
        );
      });
    }, 0);
  const fake: Omit<FakeEmulators, 'source' | 'endHub' | 'endFirestore'> = {
    content: { firestore: '', accounts: '' },
    refusal: undefined,
    whileExporting: async () => undefined,
    asked: [],
  };
  const firestore = await serve(async ({ export_directory: folder = '', export_name: name = '' }) => {
    fake.asked.push('firestore');
    await fake.whileExporting();
    if (fake.refusal !== undefined) return fake.refusal;
    write(join(folder, name), `${name}.overall_export_metadata`, fake.content.firestore);
    return undefined;
  });
  const hub = await serve(async ({ path = '' }) => {
    fake.asked.push('accounts');
    write(path, 'accounts.json', fake.content.accounts);
    return undefined;
  });
  return Object.assign(fake, {
    source: {
      projectId: 'demo-fake',
      hub: `http://127.0.0.1:${hub.port}`,
      firestore: `127.0.0.1:${firestore.port}`,
    },
    endHub: hub.close,
    endFirestore: firestore.close,
  });
}

function write(folder: string, name: string, text: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), text);
}
