import { within } from './within.ts';

/** What this browser can do about notifications. `needs_install`: on an iPhone or iPad they are for apps of the home screen alone. */
export type PushSupport = 'available' | 'denied' | 'needs_install' | 'unsupported';

export function pushSupport(): PushSupport {
  const knows = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
  if (knows) return Notification.permission === 'denied' ? 'denied' : 'available';
  const isApple = /iPhone|iPad|iPod/.test(navigator.userAgent) || (isMac() && navigator.maxTouchPoints > 1);
  return isApple && !matchMedia('(display-mode: standalone)').matches ? 'needs_install' : 'unsupported';
}

/** An iPad says that it is a Mac. */
const isMac = () => navigator.userAgent.includes('Macintosh');

/** Milliseconds for the browser to ask its push service, which may be out of reach. */
const SUBSCRIBE_MS = 20_000;

/**
 * This browser's subscription, made with the server's key, after the person was asked for permission; null when they said no. One that
 * was made with another key is made anew. Rejects where the browser or its push service fails.
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

/** This browser's subscription as it is; null without one. */
export async function currentSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker?.getRegistration();
  return (await registration?.pushManager?.getSubscription()) ?? null;
}

/** The id that the server gives to the device of a subscription. */
export async function deviceIdOf({ endpoint }: PushSubscription): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint));
  const bytes = [...new Uint8Array(digest).slice(0, 16)];
  return bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const binary = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

function isSame(stored: ArrayBuffer | null, key: Uint8Array): boolean {
  const bytes = new Uint8Array(stored ?? new ArrayBuffer(0));
  return bytes.length === key.length && bytes.every((byte, index) => byte === key[index]);
}
