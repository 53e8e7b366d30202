// Loaded into firebase-tools before it starts (node --import). Its functions emulator starts another process for every
// request that arrives while one is served: seconds of delay and 100 MB each, where production serves 80 at once in one
// instance (`concurrency` in functions/src/index.ts). Here a busy worker takes further requests as well, and requests
// that arrive while the first worker starts wait for it.
import { FunctionsEmulator } from 'firebase-tools/lib/emulator/functionsEmulator.js';
import { RuntimeWorkerPool, RuntimeWorkerState } from 'firebase-tools/lib/emulator/functionsRuntimeWorker.js';

RuntimeWorkerPool.prototype.getIdleWorker = function (triggerId, runtime) {
  this.cleanUpWorkers();
  const usable = [RuntimeWorkerState.IDLE, RuntimeWorkerState.BUSY];
  return this.getTriggerWorkers(triggerId, runtime).find((worker) => usable.includes(worker.state));
};

const startRuntime = FunctionsEmulator.prototype.startRuntime;
const starting = new Map();

FunctionsEmulator.prototype.startRuntime = function (backend, trigger) {
  const key = trigger?.id ?? '';
  if (!starting.has(key)) {
    starting.set(
      key,
      startRuntime.call(this, backend, trigger).finally(() => starting.delete(key)),
    );
  }
  return starting.get(key);
};
