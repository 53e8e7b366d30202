import { within } from '../timing/within.ts';

/**
 * This browser's ability to show notifications. `needs_install`: on an iPhone or iPad only apps on the home screen may
 * show them.
 */
export type PushSupport = 'available' | 'denied' | 'needs_install' | 'unsupported';

export function pushSupport(): PushSupport {
  const knows = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
  if (knows) return Notification.permission === 'denied' ? 'denied' : 'available';
  const isApple = /iPhone|iPad|iPod/.test(navigator.userAgent) || (isMac() && navigator.maxTouchPoints > 1);
  return isApple && !matchMedia('(display-mode: standalone)').matches ? 'needs_install' : 'unsupported';
}

/** An iPad reports itself as a Mac. */
const isMac = () => navigator.userAgent.includes('Macintosh');

/** Milliseconds for the browser to ask its push service, which may be unreachable. */
const SUBSCRIBE_MS = 20_000;

/**
 * This browser's subscription, made with the server's key after asking the person for permission; null if they refused.
 * One that was made with another key is renewed. Rejects if the browser or its push service fails.
 */
export async function subscribe(publicKey: string): Promise<PushSubscription | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  const { pushManager } = await within(SUBSCRIBE_MS, navigator.serviceWorker.ready);
  const key = bytesOf(publicKey);
  const existing = await pushManager.getSubscription();
  if (existing && isSame(existing.options.applicationServerKey, key)) return existing;
  await existing?.unsubscribe();
  return within(SUBSCRIBE_MS, pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }));
}

/** This browser's current subscription; null without one. */
export async function currentSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker?.getRegistration();
  return (await registration?.pushManager?.getSubscription()) ?? null;
}

/** The id that the server gives to a subscription's device. */
export async function deviceIdOf({ endpoint }: PushSubscription): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint));
  const bytes = [...new Uint8Array(digest).slice(0, 16)];
  return bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const binary = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

/** Whether it was made with this key of the server; the push service accepts what is sent with the same one only. */
export const isMadeWith = (subscription: PushSubscription, publicKey: string): boolean =>
  isSame(subscription.options.applicationServerKey, bytesOf(publicKey));

function isSame(stored: ArrayBuffer | null, key: Uint8Array): boolean {
  const bytes = new Uint8Array(stored ?? new ArrayBuffer(0));
  return bytes.length === key.length && bytes.every((byte, index) => byte === key[index]);
}
