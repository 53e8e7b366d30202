import { routes } from '@countersign/contract';
import { setTimeout } from 'node:timers/promises';
import { stack } from '../stack.ts';
import { percentile, type Table } from '../table.ts';
import { newUser, type BenchUser } from '../user.ts';

const REQUESTS = 200;
const ARRIVE_MS = 10_000;
const ASKED = 'request made → taken';
const REPLACED = 'decided → replaced';

interface Subscription {
  id: string;
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

interface Message {
  payload: { notification: { navigate: string }; countersign: { event: string } };
  /** When the push service accepted it, in milliseconds since the epoch. */
  at: number;
}

/** How soon a push service has a person's notifications: of a request, and on other devices that it is decided. */
export async function measurePush(): Promise<Table[]> {
  const user = await newUser();
  const devices = [await newDevice(user), await newDevice(user)];
  const { id } = await user.api.call(routes.postProject, { body: { name: 'Bench' } });
  const asked: number[] = [];
  const replaced: number[] = [];
  for (let index = 0; index < REQUESTS; index += 1) {
    const askedAt = Date.now();
    const body = { title: `Request ${index}`, status: 'awaiting_approval' as const };
    await user.api.call(routes.postProjectTask, { params: { id }, body });
    const [item] = await user.api.call(routes.listApprovals);
    if (!item) throw new Error('The request is not listed');
    asked.push(...(await arrivals(devices, 'approval', item.id)).map((at) => at - askedAt));
    const decidedAt = Date.now();
    await user.api.call(routes.approveTaskItem, { params: { id: item.id }, body: {}, ifMatch: item.hash });
    replaced.push(...(await arrivals(devices, 'closed', item.id)).map((at) => at - decidedAt));
  }
  const goals = { [ASKED]: 500, [REPLACED]: 2_000 };
  const row = (what: keyof typeof goals, took: number[]) => [
    what,
    took.length,
    percentile(took, 0.5),
    percentile(took, 0.95),
    Math.max(...took),
    goals[what],
  ];
  return [
    {
      title: 'Notifications, to two devices',
      goal: 'p95 ≤ the last column; until the local push service has taken the message',
      limits: Object.entries(goals).map(([name, atMost]) => ({
        column: 'p95 ms',
        of: ([what]) => what === name,
        atMost,
      })),
      columns: ['what', 'n', 'p50 ms', 'p95 ms', 'max ms', 'goal ms'],
      rows: [row(ASKED, asked), row(REPLACED, replaced)],
    },
  ];
}

async function newDevice({ api }: BenchUser): Promise<Subscription> {
  const { push } = await api.call(routes.getConfig);
  if (!push) throw new Error('This stack sends no notifications');
  const subscription = (await (
    await fetch(`${stack.pushUrl}/subscriptions`, { method: 'POST' })
  ).json()) as Subscription;
  const { endpoint, keys } = subscription;
  await api.call(routes.postDevice, { body: { label: 'Bench', endpoint, keys, vapidKey: push.publicKey } });
  return subscription;
}

/** When each device's push service accepted the message of this event about this request. */
function arrivals(devices: Subscription[], event: string, itemId: string): Promise<number[]> {
  return Promise.all(
    devices.map(async ({ id }) => {
      for (const until = Date.now() + ARRIVE_MS; Date.now() < until; await setTimeout(5)) {
        const messages = (await (await fetch(`${stack.pushUrl}/subscriptions/${id}`)).json()) as Message[];
        const found = messages.find(
          ({ payload }) => payload.countersign.event === event && payload.notification.navigate.endsWith(itemId),
        );
        if (found) return found.at;
      }
      throw new Error(`A device was not told of "${event}" within ${ARRIVE_MS} ms`);
    }),
  );
}
