import { routes } from '@countersign/contract';
import type { Person } from './person.ts';
import type { LeftOver } from './play-by-hand.ts';

/** What is promised but cannot be done while the platform does not answer: it stays in the outbox. */
export async function playOutage({ api }: Person, { containerId, approve, reject }: LeftOver): Promise<void> {
  await api.call(routes.approveTaskItem, { params: { id: approve }, body: {}, ifMatch: null });
  await api.call(routes.rejectTaskItem, { params: { id: reject }, body: { reason: 'Not today' }, ifMatch: null });
  await api.call(routes.deleteContainer, { params: { id: containerId } });
  const { id } = await api.call(routes.postProject, { body: { name: 'Begun in an outage', status: 'on hold' } });
  await api.call(routes.postProjectContainer, { params: { id }, body: { name: 'Cannot be started yet' } });
}
