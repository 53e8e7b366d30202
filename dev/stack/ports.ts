import { freePort, isTaken } from '../lib/ports.ts';
import { startCommand } from '../lib/start-command.ts';
import { StartError } from '../lib/start-error.ts';

/** Where each part of the stack listens, all on 127.0.0.1. */
export interface Ports {
  hosting: number;
  functions: number;
  firestore: number;
  auth: number;
  cloudRun: number;
  gitHost: number;
  objects: number;
  push: number;
}

/** The ports of `npm start`. */
export const START_PORTS: Ports = {
  hosting: 5000,
  functions: 5001,
  firestore: 8080,
  auth: 9099,
  cloudRun: 8093,
  gitHost: 8094,
  objects: 8095,
  push: 8097,
};

/**
 * The ports of `npm start` with some of them moved. Whoever moves the app's port wants a second stack beside the first,
 * so the push port, which was added later, moves along unless it is named.
 */
export function movedPorts(given: Partial<Ports>): Ports {
  const ports = { ...START_PORTS, ...given };
  if (given.hosting === undefined || given.push !== undefined) return ports;
  const others = Object.values({ ...ports, push: 0 });
  let push = given.hosting + 1;
  while (others.includes(push)) push += 1;
  return { ...ports, push };
}

const labels: Record<keyof Ports, string> = {
  hosting: 'Hosting',
  functions: 'Functions',
  firestore: 'Firestore',
  auth: 'Auth',
  cloudRun: 'Cloud Run',
  gitHost: 'git host',
  objects: 'objects',
  push: 'push service',
};

const keys = Object.keys(labels) as (keyof Ports)[];

/** Throws a StartError naming every port that is taken. */
export async function checkPorts(ports: Ports, unused?: keyof Ports): Promise<void> {
  const isWanted = (key: keyof Ports) => key !== 'firestore' || !process.env.FIRESTORE_EMULATOR_HOST;
  const wanted = keys.filter((key) => key !== unused && isWanted(key));
  const checked = await Promise.all(wanted.map(async (key) => ({ key, isTaken: await isTaken(ports[key]) })));
  const taken = checked.filter((one) => one.isTaken);
  if (taken.length === 0) return;
  const list = taken.map(({ key }) => `${ports[key]} (${labels[key]})`).join(', ');
  const [names, verb] = taken.length === 1 ? [`Port ${list}`, 'is'] : [`Ports ${list}`, 'are'];
  // Ports that were moved already stay where they are.
  const elsewhere = { ...ports };
  for (const { key } of taken) elsewhere[key] = besides(ports[key], Object.values(elsewhere));
  const moved = Object.fromEntries(
    keys.filter((key) => elsewhere[key] !== START_PORTS[key]).map((key) => [key, elsewhere[key]]),
  );
  throw new StartError(
    `${names} ${verb} taken. Stop whatever is listening there (is Countersign already running?) and start again, ` +
      `or take other ports:  COUNTERSIGN_PORTS='${JSON.stringify(moved)}' ${startCommand()}` +
      (ports.hosting === 5_000 && taken.some(({ key }) => key === 'hosting')
        ? "\nOn a Mac, port 5000 is AirPlay Receiver's: it can be switched off in System Settings, General, AirDrop & Handoff."
        : ''),
  );
}

/** Throws a StartError when somebody else listens on a port that cannot be moved. */
export async function checkPort(label: string, port: number): Promise<void> {
  if (await isTaken(port))
    throw new StartError(`Port ${port} (${label}) is taken. Stop whatever is listening there and start again.`);
}

/** A port to propose in place of a taken one; whether it is free shows when it is used. */
function besides(port: number, others: number[]): number {
  let other = port + 10;
  while (others.includes(other)) other += 1;
  return other;
}

/**
 * Ports for a stack under test, so that it can run beside a started one, and beside others starting at the same time.
 */
export async function testPorts(): Promise<Ports> {
  const ports = { ...START_PORTS };
  for (const key of keys) ports[key] = await freePort();
  return ports;
}
