import type { PushEvent } from '@countersign/contract';
import { appUrl } from '../settings/app-url.ts';
import { env } from '../settings/env.ts';
import type { VapidKey } from '../settings/vapid-keys.ts';
import type { Notice } from './compose.ts';
import { post, type Message, type Posted } from './post.ts';
import type { Target } from './target.ts';

/** Seconds for which a push service keeps what it cannot deliver; a replacement is of use only while what it replaces is shown. */
const KEPT_SECONDS: Record<PushEvent, number> = {
  approval: 24 * 60 * 60,
  task_failed: 24 * 60 * 60,
  task_finished: 24 * 60 * 60,
  silent: 60 * 60,
  budget: 24 * 60 * 60,
  closed: 60 * 60,
  test: 60,
};

/** What a device that sleeps is woken for. */
const isUrgent = (event: PushEvent) => event === 'approval' || event === 'closed' || event === 'test';

export interface Push {
  id: string;
  event: PushEvent;
}

/** Sends a notice to a device. Throws RefusedAddress, or an Error where nobody answers. */
export async function send(target: Target, push: Push, notice: Notice): Promise<Posted> {
  if ('url' in target) return post(target.url, webhookMessage(new URL(target.url), notice));
  return post(target.endpoint, await pushMessage(target, push, notice));
}

/**
 * The encrypted message (RFC 8291) with this deployment's signature (RFC 8292). What is in it is a declarative push message, which Safari shows
 * by itself; elsewhere the service worker (web/public/push-worker.js) shows the same.
 */
async function pushMessage(
  { endpoint, keys, vapidKey }: Exclude<Target, { url: string }>,
  { id, event }: Push,
  { title, body, link, tag, isSilent }: Notice,
): Promise<Message> {
  const { default: webPush } = await import('web-push'); // not at every start of a function
  const payload = {
    web_push: 8030,
    notification: { title, body, navigate: link, tag, silent: isSilent, lang: 'en' },
    countersign: { push: id, event },
  };
  const request = webPush.generateRequestDetails({ endpoint, keys }, JSON.stringify(payload), {
    vapidDetails: { subject: contact(), ...keyOf(vapidKey) },
    TTL: KEPT_SECONDS[event],
    urgency: isUrgent(event) ? 'high' : 'normal',
    topic: tag,
  });
  return { headers: request.headers as Record<string, string>, body: request.body ?? Buffer.alloc(0) };
}

/** A link and a sentence: Slack takes JSON, ntfy plain text. Nothing is decided by following it. */
function webhookMessage({ hostname }: URL, { title, body, link }: Notice): Message {
  if (hostname === 'hooks.slack.com') {
    const text = `${title}: ${escapeSlack(body)}\n${link}`;
    return { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ text }) };
  }
  return {
    headers: { 'Content-Type': 'text/plain; charset=utf-8', Title: title, Click: link },
    body: `${body}\n${link}`,
  };
}

/** What has a meaning in Slack's messages, a mention for instance, is shown as it is. */
const escapeSlack = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

/** The key that the subscription was made with; one that was retired is told by the push service (403). */
function keyOf(publicKey: string): VapidKey {
  const [newest, ...others] = env().VAPID_KEYS;
  if (!newest) throw new Error('This deployment has no VAPID_KEYS');
  return [newest, ...others].find((key) => key.publicKey === publicKey) ?? newest;
}

/** Whom a push service may ask about this sender; it takes https: and mailto: alone. */
const contact = () => (appUrl().startsWith('https:') ? appUrl() : 'mailto:countersign@example.com');
