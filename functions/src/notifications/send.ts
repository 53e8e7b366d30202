import type { PushEvent } from '@countersign/contract';
import { appUrl } from '../settings/app-url.ts';
import { env } from '../settings/env.ts';
import type { VapidKey } from '../settings/vapid-keys.ts';
import type { Notice } from './compose.ts';
import { post, type Message, type Posted } from './post.ts';
import type { Target } from './target.ts';

/**
 * Seconds for which a push service keeps an undelivered push; a replacement is useful only while its original is shown.
 */
const KEPT_SECONDS: Record<PushEvent, number> = {
  approval: 24 * 60 * 60,
  task_failed: 24 * 60 * 60,
  task_finished: 24 * 60 * 60,
  silent: 60 * 60,
  budget: 24 * 60 * 60,
  // As long as what it replaces: a device that was off gets the one after the other.
  closed: 24 * 60 * 60,
  test: 60,
};

/** Whether to wake a sleeping device. */
const isUrgent = (event: PushEvent) => event === 'approval' || event === 'closed' || event === 'test';

export interface Push {
  id: string;
  event: PushEvent;
  /** How many requests await its owner's decision, for the app's icon; null: not known. */
  waiting: number | null;
}

/** Sends a notice to a device. Throws RefusedAddress, or an Error where there is no reply. */
export async function send(target: Target, push: Push, notice: Notice): Promise<Posted> {
  if ('url' in target) return post(target.url, webhookMessage(new URL(target.url), notice));
  return post(target.endpoint, await pushMessage(target, push, notice));
}

/**
 * The encrypted message (RFC 8291), signed by this deployment (RFC 8292). Its content is a declarative push message,
 * which Safari shows by itself; elsewhere the service worker (web/public/push-worker.js) shows the same.
 */
async function pushMessage(
  { endpoint, keys, vapidKey }: Exclude<Target, { url: string }>,
  { id, event, waiting }: Push,
  { title, body, link, tag, isSilent }: Notice,
): Promise<Message> {
  const { default: webPush } = await import('web-push'); // not loaded at every start of a function
  const payload = {
    web_push: 8030,
    notification: { title, body, navigate: link, tag, silent: isSilent, lang: 'en' },
    ...(waiting !== null && { app_badge: waiting }),
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

/** A sentence and a link: Slack takes JSON, ntfy plain text. Following the link decides nothing. */
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

/** Characters with a meaning in Slack's messages, e.g. of a mention, are shown literally. */
const escapeSlack = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

/** The key that the subscription was made with; the push service reports one that was retired (403). */
function keyOf(publicKey: string): VapidKey {
  const [newest, ...others] = env().VAPID_KEYS;
  if (!newest) throw new Error('This deployment has no VAPID_KEYS');
  return [newest, ...others].find((key) => key.publicKey === publicKey) ?? newest;
}

/** The contact for push services; they accept only https: and mailto:. */
const contact = () => (appUrl().startsWith('https:') ? appUrl() : 'mailto:countersign@example.com');
