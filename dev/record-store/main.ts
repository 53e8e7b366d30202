// Plays a story on its own stack and keeps every document it leaves, for the test that documents outlive versions:
//   npm run record-store -- functions/src/acceptance/stored/<year>-<month>.json
import { routes } from '@countersign/contract';
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { format } from 'oxfmt';
import { writeJsonFile } from '../lib/json-file.ts';
import { Stack } from '../stack.ts';
import { imagesOf, LOCAL_GITHUB_TOKEN } from '../stack/environment.ts';
import { keysOf, type StackKeys } from '../stack/keys.ts';
import { testPorts } from '../stack/ports.ts';
import { exportDocuments } from './export-documents.ts';
import { BY_HAND } from './hand-runner.ts';
import { signUp, type Account } from './person.ts';
import { playByHand } from './play-by-hand.ts';
import { playDemoAgent } from './play-demo-agent.ts';
import { playOutage } from './play-outage.ts';
import { trim } from './trim.ts';

const root = join(import.meta.dirname, '../..');
const projectId = 'demo-stored';
const agentImage = Object.keys(imagesOf(root))[0]?.replace(/:.*/, '');

const [file] = process.argv.slice(2);
if (file === undefined) throw new Error('Say which file to write');
await record(resolve(file));

async function record(target: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-store-'));
  const name = basename(target, '.json');
  const keys = keysNamed(name);
  writeJsonFile(join(folder, 'keys.json'), keys);
  const ports = await testPorts();
  const images = { ...imagesOf(root), [`${agentImage}:${BY_HAND}`]: ['/bin/sleep', '3600'] };
  const settings = {
    functions: { RUNNING_PER_PROJECT: '2' }, // so that a third one has to wait
    cloudRun: { CLOUD_RUN_IMAGES: JSON.stringify(images) },
  };
  const stack = new Stack({ root, folder, ports, projectId, say: (text) => console.log(text), settings });
  try {
    await stack.start();
    const accounts = await play(stack, folder, name, `127.0.0.1:${ports.auth}`);
    const documents = trim(await exportDocuments({ firestoreHost: stack.firestoreHost, projectId }));
    mkdirSync(dirname(target), { recursive: true });
    const { SECRETS_KEYS, JWT_KEY } = keys;
    const store = JSON.stringify({ ...header(), keys: { SECRETS_KEYS, JWT_KEY }, accounts, documents });
    writeFileSync(target, (await format(target, store, { printWidth: 120 })).code);
    console.log(`${Object.keys(documents).length} documents: ${target}`);
  } catch (error) {
    console.error(`Not recorded. What the parts of the stack said is in ${join(folder, 'logs')}`);
    throw error;
  } finally {
    await stack.kill();
  }
  rmSync(folder, { recursive: true, force: true });
}

async function play(stack: Stack, folder: string, name: string, authHost: string): Promise<Account[]> {
  const at = { appUrl: stack.addresses.app, authHost };
  const { agentApi, cloudRun } = stack.addresses;
  const platform = { agentApi, cloudRun, cloudRunToken: keysOf(folder).CLOUD_RUN_TOKEN, projectId };
  const [ada, ben, cy] = [
    await signUp(at, `ada.${name}`, 'Ada L.'),
    await signUp(at, `ben.${name}`),
    await signUp(at, `cy.${name}`),
  ];
  await ben.api.call(routes.postProject, { body: { name: 'Of somebody else', autoCreateContainers: true } });
  await cy.api.call(routes.postProject, { body: { name: 'Gone with its owner' } });
  await cy.api.call(routes.deleteAccount);
  await playDemoAgent(ada);
  const left = await playByHand(platform, ada);
  await stack.killCloudRun();
  await playOutage(ada, left);
  return [ada, ben].map(({ account }) => account);
}

/** This store's own keys, named after it, so that several stores can be opened side by side. */
function keysNamed(name: string): StackKeys {
  return {
    SECRETS_KEYS: JSON.stringify({ [name]: randomBytes(32).toString('base64') }),
    JWT_KEY: randomBytes(32).toString('hex'),
    SWEEP_KEY: randomBytes(16).toString('hex'),
    OBJECT_STORE_KEY: randomBytes(32).toString('hex'),
    CLOUD_RUN_TOKEN: '',
    VAPID_KEYS: '',
    EVIDENCE_KEYS: '',
  };
}

function header() {
  const commit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim();
  return {
    about:
      'All documents that dev/record-store left in Firestore. Never edited: a store of that time is opened by the code of today.',
    commit,
    recordedAt: new Date().toISOString(),
    githubToken: LOCAL_GITHUB_TOKEN,
  };
}
