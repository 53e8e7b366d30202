import { env } from './env.ts';

/**
 * The app's address: APP_URL, which is an own domain or what `npm run deploy` has set; else Hosting's site of the
 * project's name.
 */
export function appUrl(): string {
  const { APP_URL, GCLOUD_PROJECT } = env();
  return APP_URL ?? `https://${GCLOUD_PROJECT}.web.app`;
}
