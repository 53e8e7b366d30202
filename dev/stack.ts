import { mkdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { checkFirestore, startFirestore, type FirestoreEmulator } from './firestore-emulator.ts';
import { ensureOwnFolder } from './lib/own-folder.ts';
import { sendSignal } from './lib/processes.ts';
import type { Service } from './lib/service.ts';
import { StartError } from './lib/start-error.ts';
import { build } from './stack/build.ts';
import { addressesOf, functionsEnvironment, type Github, type StackAddresses } from './stack/environment.ts';
import { startFirebase, type FirebaseEmulators } from './stack/firebase.ts';
import { keysOf } from './stack/keys.ts';
import { endLeftovers, noteProcesses } from './stack/leftovers.ts';
import { checkPorts, type Ports } from './stack/ports.ts';
import {
  startCloudRunProgram,
  startGitHostProgram,
  startObjectStoreProgram,
  startPushServiceProgram,
} from './stack/programs.ts';
import { savedData, saveData } from './stack/saved-data.ts';
import { startSweeper, sweepOnce, type Sweeper } from './stack/sweeper.ts';

export interface StackOptions {
  /** Root of this checkout. */
  root: string;
  ports: Ports;
  projectId: string;
  /** Where repositories are; the local git host unless it says otherwise. */
  github?: Github;
  /** Everything the stack keeps; absolute. */
  folder: string;
  say: (text: string) => void;
  /** Added to the environment of the functions and of the jobs server: shorter times in tests. */
  settings?: { functions?: Record<string, string>; cloudRun?: Record<string, string> };
}

/** Starts of the jobs server that end before it is ready, one after another; then it cannot be started. */
const CLOUD_RUN_FAILURES = 10;
const CLOUD_RUN_STOP_MS = 15_000; // Cloud Run's 10 s for the containers, and a little for itself

/** The whole local stack (docs/design.md#local-stack). Make it with `new`, `start` it once; `stop` may be called at any time. */
export class Stack {
  readonly addresses: StackAddresses;
  firestoreHost = '';
  private firestore: FirestoreEmulator | undefined;
  private firebase: FirebaseEmulators | undefined;
  private cloudRun: Service | undefined;
  private cloudRunFailures = 0;
  private sweeper: Sweeper | undefined;
  private readonly services: Service[] = [];
  private stopping: Promise<void> | undefined;
  private readonly abort = new AbortController();
  private isUp = false;
  private fail: (error: Error) => void = () => undefined;
  /** Rejects when a part of the running stack ends by itself. */
  readonly failed: Promise<never>;

  constructor(private readonly options: StackOptions) {
    this.addresses = addressesOf(options.ports, options.projectId, options.github);
    this.failed = new Promise((_, reject) => (this.fail = reject));
    this.failed.catch(() => undefined);
  }

  /** Builds and starts everything; resolves when all of it answers. Throws StartError for what a person can mend. */
  async start(): Promise<void> {
    const { root, folder, ports, projectId, say } = this.options;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    // Private code, documents and logs of whoever runs it, in a checkout that others can read. It may be a link to another disk.
    ensureOwnFolder(realpathSync(folder), 0o700);
    await endLeftovers(folder);
    await checkPorts(ports, this.options.github === 'real' ? 'gitHost' : undefined);
    checkFirestore(root);
    await build(root, say, this.abort.signal);
    this.abort.signal.throwIfAborted();
    say('Starting the emulators …');
    const keys = keysOf(folder);
    const saved = savedData(folder);
    const logFile = (name: string) => join(folder, 'logs', `${name}.log`);
    this.firestore = await startFirestore({
      root,
      projectId,
      port: ports.firestore,
      rules: join(root, 'firestore.rules'),
      importFrom: saved?.firestore,
      logFile: logFile('firestore'),
    });
    this.firestoreHost = this.firestore.host;
    if (this.firestore.service) this.add(this.firestore.service);
    const context = { root, folder, ports, addresses: this.addresses };
    this.startCloudRun();
    if (this.options.github !== 'real') this.add(startGitHostProgram(context));
    this.add(startObjectStoreProgram(context, keys.OBJECT_STORE_KEY));
    this.add(startPushServiceProgram(context));
    this.firebase = await startFirebase({
      root,
      projectId,
      ports,
      only: 'auth,functions,hosting',
      env: {
        ...functionsEnvironment(this.addresses, projectId, this.firestoreHost, keys),
        ...this.options.settings?.functions,
      },
      importFrom: saved?.accounts,
      logFile: logFile('firebase'),
    });
    this.add(this.firebase.service);
    await Promise.all(this.services.map((service) => service.ready));
    this.sweeper = startSweeper(this.addresses.agentApi, keys.SWEEP_KEY);
    this.isUp = true;
  }

  /** Kills the jobs server; it comes back by itself. Its executions go on. */
  crashCloudRun(): void {
    if (this.cloudRun) sendSignal(-this.cloudRun.identity.pid, 'SIGKILL');
  }

  /** Kills the jobs server as an outage would, until `restartCloudRun`; its executions go on. */
  async killCloudRun(): Promise<void> {
    const service = this.cloudRun;
    if (service === undefined) return;
    this.services.splice(this.services.indexOf(service), 1);
    await service.stop(0, 'SIGKILL');
  }

  /** Starts the jobs server again after `killCloudRun`. */
  async restartCloudRun(): Promise<void> {
    this.startCloudRun();
    await this.cloudRun?.ready;
  }

  /** Calls the sweeper, which comes by itself only now and then. */
  async sweep(): Promise<void> {
    await sweepOnce(this.addresses.agentApi, keysOf(this.options.folder).SWEEP_KEY);
  }

  private startCloudRun(): void {
    const { root, folder, ports, settings } = this.options;
    const context = { root, folder, ports, addresses: this.addresses };
    this.cloudRun = this.add(startCloudRunProgram(context, keysOf(folder).CLOUD_RUN_TOKEN, settings?.cloudRun));
    void this.cloudRun.ready.then(
      () => (this.cloudRunFailures = 0),
      () => undefined,
    );
  }

  /** Ends containers, keeps the data, ends everything else. Calling it again waits for the same end. */
  stop(): Promise<void> {
    this.stopping ??= this.stopOnce();
    return this.stopping;
  }

  /** Ends everything at once and keeps nothing; for somebody who does not want to wait. */
  async kill(): Promise<void> {
    this.abort.abort();
    await this.sweeper?.stop();
    await this.cloudRun?.stop(5_000, 'SIGQUIT'); // it alone knows the containers, and gives them no time now
    await Promise.all(this.services.map((service) => service.stop(0)));
    this.firebase?.cleanUp();
  }

  private async stopOnce(): Promise<void> {
    this.abort.abort();
    await this.sweeper?.stop();
    await this.cloudRun?.stop(CLOUD_RUN_STOP_MS);
    if (this.isUp && this.firebase && this.firestore?.service) {
      const { folder, projectId, say } = this.options;
      await saveData(folder, projectId, this.firestoreHost, this.firebase.hub).catch((error: Error) =>
        say(`The data of this run could not be kept: ${error.message}`),
      );
    }
    await Promise.all(this.services.map((service) => service.stop(3_000)));
    this.firebase?.cleanUp();
  }

  private add(service: Service): Service {
    this.services.push(service);
    if (this.abort.signal.aborted) void service.stop(0);
    noteProcesses(
      this.options.folder,
      this.services.map(({ identity }) => identity),
    );
    void service.ended.then(() => this.onEnd(service));
    return service;
  }

  /** The jobs server comes back, as Cloud Run would; whatever else ends by itself ends the stack. */
  private onEnd(service: Service): void {
    if (!this.isUp || this.abort.signal.aborted || !this.services.includes(service)) return;
    if (service === this.cloudRun && this.cloudRunFailures < CLOUD_RUN_FAILURES) {
      this.cloudRunFailures += 1;
      this.services.splice(this.services.indexOf(service), 1);
      this.startCloudRun();
      return;
    }
    this.fail(new StartError(`${service.name} ended unexpectedly. Its last words are in ${service.logFile}`));
  }
}
