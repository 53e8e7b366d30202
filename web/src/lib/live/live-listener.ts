/** The live listener: turns what the worker receives from Firestore into news. */
import { type PublicConfig, signal, type Signal } from '@countersign/contract';
import { session } from '../auth/auth.ts';
import type { Session } from '../auth/firebase-auth.ts';
import { wasSignedIn } from '../auth/session-traces.ts';
import { loadConfig } from '../server/config.ts';
import { type News, newsBetween } from './changes.ts';
import type { LiveOrder, LiveReport } from './live-messages.ts';

export interface LiveHandlers {
  /** Called with what changed since the listener began, and with 'everything' after a gap. */
  onNews: (news: News) => void;
  /** True while connected to the server; false when offline or refused. */
  onConnected: (connected: boolean) => void;
}

/** One worker for all listeners; it ends with the last of them, so that nothing listens after a sign-out. */
let worker: Worker | undefined;
let deployment: PublicConfig;
let listensFor: Session | null = null;
let isBroken = false;
const listeners = new Map<number, { path: string; tell: (report: LiveReport) => void }>();
let lastId = 0;

/** Listens to the document at `path` (`signals/{uid}`, `signals/{uid}/tasks/{taskId}`). Returns the function to stop. */
export async function listen(path: string, handlers: LiveHandlers): Promise<() => void> {
  const [config, user] = await Promise.all([loadConfig(), session()]);
  deployment = config;
  const id = ++lastId;
  listeners.set(id, { path, tell: listener(path, handlers) });
  if (worker && user?.uid !== listensFor?.uid) endWorker();
  listensFor = user;
  if (worker) order({ kind: 'listen', id, path });
  else startWorker();
  return () => {
    if (!listeners.delete(id)) return;
    order({ kind: 'stop', id });
    if (listeners.size === 0) endWorker();
  };
}

function listener(path: string, { onNews, onConnected }: LiveHandlers): (report: LiveReport) => void {
  let seen: Signal | null = null;
  return (report) => {
    if (report.kind === 'failed') console.error('Live updates are off', report.message);
    if (report.kind === 'failed' || report.fromCache) return onConnected(false);
    onConnected(true);
    const now = parse(report.data);
    const news = seen ? newsBetween(seen, now) : firstNews(path, now);
    seen = now;
    // A report may arrive between a sign-out, which removes what was kept, and the unmounting of the listening page.
    if (wasSignedIn()) sessionStorage.setItem(`countersign.live.${path}`, String(now.count));
    if (news.kind !== 'nothing') onNews(news);
  };
}

function startWorker(): void {
  worker = new Worker(new URL('./live-worker.ts', import.meta.url), { type: 'module', name: 'live' });
  worker.onmessage = ({ data: report }: MessageEvent<LiveReport>) => listeners.get(report.id)?.tell(report);
  worker.onerror = ({ message = 'The worker could not be loaded' }) => {
    isBroken = true;
    for (const [id, { tell }] of listeners) tell({ id, kind: 'failed', message });
  };
  order({ kind: 'start', config: deployment, session: listensFor });
  for (const [id, { path }] of listeners) order({ kind: 'listen', id, path });
  window.addEventListener('online', followNetwork);
  window.addEventListener('offline', followNetwork);
}

function endWorker(): void {
  window.removeEventListener('online', followNetwork);
  window.removeEventListener('offline', followNetwork);
  worker?.terminate();
  worker = undefined;
  isBroken = false;
}

function followNetwork(): void {
  if (!isBroken) return order({ kind: 'network', online: navigator.onLine });
  // Started without a network: its code is fetched once there is one.
  if (!navigator.onLine) return;
  endWorker();
  startWorker();
}

const order = (message: LiveOrder) => worker?.postMessage(message);

/**
 * Data fetched before the listener's first report may be older than that report: then everything is news, unless the
 * count is unchanged since this tab last listened.
 */
function firstNews(path: string, now: Signal): News {
  const last = sessionStorage.getItem(`countersign.live.${path}`);
  return last === String(now.count) ? { kind: 'nothing' } : { kind: 'everything' };
}

/** A document that does not exist yet has a count of zero. */
function parse(data: unknown): Signal {
  const parsed = signal.safeParse(data);
  return parsed.success ? parsed.data : { count: 0, slots: {} };
}
