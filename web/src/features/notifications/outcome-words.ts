import type { Device, PushEvent } from '@countersign/contract';

type Outcome = Device['lastOutcome'];

const events: Record<string, string> = {
  approval: 'Last request',
  closed: 'Last request',
  task_failed: 'Failed task',
  task_finished: 'Finished task',
  silent: 'Silent agent',
  budget: 'Daily cap',
  test: 'Test',
} satisfies Record<PushEvent, string>;

const outcomes: Record<string, string> = {
  sent: 'sent',
  shown: 'shown',
  opened: 'opened',
  decided: 'decided',
  gone: 'not delivered: the device gave up its subscription',
  failed: 'not delivered',
  escalated: 'no response, sent again',
};

/** The outcome of a device's last notification: "Last request: opened". */
export function outcomeWords(last: Outcome): string {
  if (last === null) return 'Nothing sent yet';
  const { event, outcome, detail } = last;
  const said = `${events[event] ?? 'Last notification'}: ${outcomes[outcome] ?? outcome}`;
  return detail ? `${said}. ${detail}.` : said;
}

/** The message shown right after a test. */
export function testWords(last: Outcome): { isGood: boolean; text: string } {
  const isGood = last?.event === 'test' && ['sent', 'shown', 'opened'].includes(last.outcome);
  if (isGood) return { isGood, text: 'It should arrive in a moment' };
  if (last?.event !== 'test') return { isGood, text: 'The service has not answered yet. The test will be retried.' };
  return { isGood, text: outcomeWords(last) };
}
