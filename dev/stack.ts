import { mkdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { checkFirestore, namedObjects } from './firestore-emulator.ts';
import { ensureOwnFolder } from './lib/own-folder.ts';
import { ownOrigins } from './lib/own-pages.mjs';
import { sendSignal } from './lib/processes.ts';
import type { Service } from './lib/service.ts';
import type { Signals } from './lib/signals.ts';
import { StartError } from './lib/start-error.ts';
import { build } from './stack/build.ts';
import { addressesOf, functionsEnvironment, type Github, type StackAddresses } from './stack/environment.ts';
import { startFirebase, type FirebaseEmulators } from './stack/firebase.ts';
import { startFilteredFirestore, type FilteredFirestore } from './stack/firestore.ts';
import { isolationSettings } from './stack/isolation.ts';
import { keysOf } from './stack/keys.ts';
import { endLeftovers, noteProcesses, noteProcessesIfPossible, type HeldData } from './stack/leftovers.ts';
import { checkPorts, type Ports } from './stack/ports.ts';
import {
  startCloudRunProgram,
  startGitHostProgram,
  startObjectStoreProgram,
  startPushServiceProgram,
} from './stack/programs.ts';
import { Keeper } from './stack/keeper.ts';
import { putObjectsBack, storeIn } from './stack/kept-objects.ts';
import { accountsFor, savedData } from './stack/saved-data.ts';
import { startSweeper, sweepOnce, type Sweeper } from './stack/sweeper.ts';

export interface StackOptions {
  /** Root of this checkout. */
  root: string;
  ports: Ports;
  projectId: string;
  /** Where repositories are; the local git host by default. */
  github?: Github;
  /** Where the app's pages are served besides Hosting; the emulators refuse any others. */
  pages?: string[];
  /** Holds everything the stack keeps; absolute. */
  folder: string;
  say: (text: string) => void;
  /** Added to the environment of the functions and of the jobs server: shorter times in tests. */
  settings?: { functions?: Record<string, string>; cloudRun?: Record<string, string> };
}

/** After so many starts in a row that end before it is ready, the jobs server counts as unable to start. */
const CLOUD_RUN_FAILURES = 10;
const CLOUD_RUN_STOP_MS = 15_000; // Cloud Run's 10 s for the containers, and a little for itself

/** The whole local stack (docs/design.md#local-stack). `start` it once; `stop` may be called at any time. */
export class Stack {
  readonly addresses: StackAddresses;
  /** `host:port` for everybody outside the stack. */
  firestoreHost = '';
  private firestore: FilteredFirestore | undefined;
  private firebase: FirebaseEmulators | undefined;
  private cloudRun: Service | undefined;
  private cloudRunFailures = 0;
  private sweeper: Sweeper | undefined;
  private readonly services: Service[] = [];
  private keeper: Keeper | undefined;
  private held: HeldData | undefined;
  private stopping: Promise<boolean> | undefined;
  private readonly abort = new AbortController();
  private isolation: Record<string, string> = {};
  private isUp = false;
  private fail: (error: Error) => void = () => undefined;
  /** Rejects when a part of the running stack ends by itself. */
  readonly failed: Promise<never>;

  constructor(private readonly options: StackOptions) {
    this.addresses = addressesOf(options.ports, options.projectId, options.github);
    this.failed = new Promise((_, reject) => (this.fail = reject));
    this.failed.catch(() => undefined);
  }

  /** Builds and starts everything; resolves when all of it answers. Throws StartError for what a person can fix. */
  async start(): Promise<void> {
    const { root, folder, ports, projectId, say } = this.options;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    // Private code, documents and logs, in a checkout that others may read. It may be a link to another disk.
    ensureOwnFolder(realpathSync(folder), 0o700);
    await endLeftovers(folder, say);
    // From here on a second start with this folder is refused, however long this one takes to build.
    noteProcesses(folder, []);
    const isForeign = Boolean(process.env.FIRESTORE_EMULATOR_HOST);
    const saved = savedData(folder, isForeign, projectId);
    await checkPorts(ports, this.options.github === 'real' ? 'gitHost' : undefined);
    checkFirestore(root);
    this.isolation = await isolationSettings();
    // What needs nothing of what is built starts beside it.
    const built = build(root, say, this.abort.signal);
    built.catch(() => undefined); // awaited below
    const keys = keysOf(folder);
    const origins = ownOrigins([this.addresses.app, ...(this.options.pages ?? [])]);
    const logFile = (name: string) => join(folder, 'logs', `${name}.log`);
    const rules = join(root, 'firestore.rules');
    this.firestore = await startFilteredFirestore(
      { root, projectId, port: ports.firestore, rules, importFrom: saved?.firestore, logFile: logFile('firestore') },
      origins,
    );
    this.firestoreHost = this.firestore.openHost;
    if (this.firestore.service) this.add(this.firestore.service);
    const accounts = isForeign ? await accountsFor(saved, this.firestore.host, projectId, say) : saved?.accounts;
    const { host, service } = this.firestore;
    await putObjectsBack(storeIn(folder), saved?.objects, async () => {
      await service?.ready;
      return namedObjects(host, projectId);
    });
    const context = { root, folder, ports, addresses: this.addresses };
    if (this.options.github !== 'real') this.add(startGitHostProgram(context));
    this.add(startObjectStoreProgram(context, keys.OBJECT_STORE_KEY));
    this.add(startPushServiceProgram(context));
    await built;
    this.abort.signal.throwIfAborted();
    say('Starting the emulators …');
    this.startCloudRun();
    this.firebase = await startFirebase({
      root,
      projectId,
      ports,
      only: 'auth,functions,hosting',
      origins,
      env: {
        ...functionsEnvironment(this.addresses, projectId, this.firestore.host, keys),
        FIRESTORE_EMULATOR_BROWSER_HOST: this.firestoreHost,
        ...this.options.settings?.functions,
      },
      importFrom: accounts,
      logFile: logFile('firebase'),
    });
    this.add(this.firebase.service);
    await Promise.all(this.services.map((service) => service.ready));
    this.sweeper = startSweeper(this.addresses.agentApi, keys.SWEEP_KEY);
    this.isUp = true;
  }

  /** From now on its data is kept: now, every few minutes, by `stop`, and by the next start after a kill. */
  async keepData(): Promise<void> {
    const { folder, projectId, say } = this.options;
    if (this.abort.signal.aborted || this.firebase === undefined || this.firestore === undefined) return;
    const holder = this.firestore.service ?? this.firebase.service;
    const own = this.firestore.service ? { firestore: this.firestore.host } : {};
    this.held = { source: { projectId, hub: this.firebase.hub, ...own }, holder: holder.identity };
    this.note();
    let hasEnded = false;
    void holder.ended.then(() => (hasEnded = true));
    this.keeper = new Keeper({ folder, source: this.held.source, say, hasEnded: () => hasEnded });
    await this.keeper.begin();
  }

  /** Kills the jobs server, which is then restarted by itself. Its executions go on. */
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

  /** Calls the sweeper, which otherwise runs only now and then. */
  async sweep(): Promise<void> {
    await sweepOnce(this.addresses.agentApi, keysOf(this.options.folder).SWEEP_KEY);
  }

  private startCloudRun(): void {
    const { root, folder, ports, settings } = this.options;
    const context = { root, folder, ports, addresses: this.addresses };
    const token = keysOf(folder).CLOUD_RUN_TOKEN;
    this.cloudRun = this.add(
      startCloudRunProgram(context, { token, isolation: this.isolation, settings: settings?.cloudRun }),
    );
    void this.cloudRun.ready.then(
      () => (this.cloudRunFailures = 0),
      () => undefined,
    );
  }

  /**
   * Ends containers, keeps the data, ends everything else; false if the data could not be kept. `urged` gives the
   * containers no more time; `next` gives up data that cannot be kept. Calling it again waits for the same end.
   */
  stop({ urged, next }: Pick<Signals, 'urged' | 'next'>): Promise<boolean> {
    this.stopping ??= this.stopOnce(urged, next);
    return this.stopping;
  }

  /** Ends everything at once and keeps nothing; for somebody who does not want to wait. */
  async kill(): Promise<void> {
    this.abort.abort();
    this.keeper?.stop();
    await this.sweeper?.stop();
    await this.cloudRun?.stop(5_000, 'SIGQUIT'); // it alone knows the containers, and gives them no time now
    await Promise.all(this.services.map((service) => service.stop(0)));
    await this.firestore?.closeFilter();
    this.firebase?.cleanUp();
  }

  private async stopOnce(urged: Promise<void>, nextPress: () => Promise<void>): Promise<boolean> {
    this.abort.abort();
    this.keeper?.stop();
    await this.sweeper?.stop();
    const { cloudRun } = this;
    await Promise.race([cloudRun?.stop(CLOUD_RUN_STOP_MS), urged.then(() => cloudRun?.stop(5_000, 'SIGQUIT'))]);
    const isKept = (await this.keeper?.finish(nextPress)) ?? true;
    await Promise.all(this.services.map((service) => service.stop(3_000)));
    await this.firestore?.closeFilter();
    this.firebase?.cleanUp();
    return isKept;
  }

  private add(service: Service): Service {
    this.services.push(service);
    if (this.abort.signal.aborted) void service.stop(0);
    this.note();
    service.ended.then(() => this.onEnd(service)).catch(this.fail);
    return service;
  }

  private note(): void {
    const { folder, say } = this.options;
    const identities = this.services.map(({ identity }) => identity);
    if (this.isUp) noteProcessesIfPossible(say, folder, identities, this.held);
    else noteProcesses(folder, identities, this.held);
  }

  /** The jobs server is started again, as Cloud Run would be; any other part that ends by itself ends the stack. */
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
