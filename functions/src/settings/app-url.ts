import { env } from './env.ts';

/** Where the app is served: an own domain, or Hosting's address of the project. */
export function appUrl(): string {
  const { APP_URL, GCLOUD_PROJECT } = env();
  return APP_URL ?? `https://${GCLOUD_PROJECT}.web.app`;
}
