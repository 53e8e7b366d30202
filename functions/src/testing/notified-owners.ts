import { routes } from '@countersign/contract';
import { Timestamp } from 'firebase-admin/firestore';
import { expect } from 'vitest';
import { drainDue } from '../outbox/drain-due.ts';
import { list } from '../store/data.ts';
import { pushesAbout } from '../store/queries.ts';
import { newTask, type TestOwner, type useStack } from './agents.ts';
import type { TestBrowser, useTestPushService } from './push-service.ts';
import { TEST_VAPID_KEY } from './vapid-key.ts';

/** For effects that follow a reply. */
export const PATIENT = { timeout: 60_000, interval: 50 };

interface TestDevice extends TestBrowser {
  deviceId: string;
}

/** Owners with devices at a test's push service, and the pushes these received. */
export function notifiedOwners(service: ReturnType<typeof useTestPushService>, stack: ReturnType<typeof useStack>) {
  async function newDevice({ client }: TestOwner): Promise<TestDevice> {
    const browser = await service.subscribe();
    const { endpoint, keys } = browser;
    const body = { label: 'A browser', endpoint, keys, vapidKey: TEST_VAPID_KEY.publicKey };
    return { ...browser, deviceId: (await client.call(routes.postDevice, { body })).id };
  }
  /** The pushes of a browser, once there are `count`: a reply waits for its pushes no longer than two seconds. */
  async function received(device: TestBrowser, count: number) {
    await expect.poll(async () => (await service.received(device)).length, PATIENT).toBeGreaterThanOrEqual(count);
    return service.received(device);
  }
  return {
    /** A runner at work for an owner with two browsers. */
    async newWork() {
      const owner = await stack.newOwner();
      const [phone, laptop] = [await newDevice(owner), await newDevice(owner)];
      await newTask(owner);
      const runner = await stack.newRunner(owner);
      return { owner, phone, laptop, runner, task: await runner.claim() };
    },
    newDevice,
    received,
    told: async (device: TestBrowser, count: number) =>
      (await received(device, count)).map(
        ({ payload }) => `${payload.countersign.event}: ${payload.notification.body}`,
      ),
    /** The outcome of each push about a subject. */
    outcomes: async ({ userId }: TestOwner, subjectId: string) =>
      (await list(pushesAbout(userId, subjectId)))
        .map(({ event, rung, outcome }) => `${event} ${rung} ${outcome}`)
        .sort(),
    /** Works off what will be due by then. */
    inMinutes: (minutes: number) =>
      drainDue(Timestamp.fromMillis(Date.now() + minutes * 60_000), Date.now() + 60_000, ['notifications']),
  };
}
