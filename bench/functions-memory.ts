import { readdir, readFile } from 'node:fs/promises';
import { stack } from './stack.ts';

/** Megabytes that each process of the emulated functions takes now, and has taken at most, with its function's name. */
export async function functionsMegabytes(): Promise<{ name: string; now: number; most: number }[]> {
  const found = [];
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const read = (file: string) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '');
    if (!(await read('cmdline')).includes('functionsEmulatorRuntime')) continue;
    const environment = (await read('environ')).split('\0');
    if (!environment.includes(`GCLOUD_PROJECT=${stack.projectId}`)) continue;
    const [name = 'all'] = environment.flatMap((entry) => /^FUNCTION_TARGET=(.+)$/.exec(entry)?.[1] ?? []);
    const status = await read('status');
    const megabytes = (field: string) => Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1]) / 1024;
    found.push({ name, now: megabytes('VmRSS'), most: megabytes('VmHWM') });
  }
  return found;
}
