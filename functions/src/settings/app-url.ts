import { env } from './env.ts';

/** Where the app is served: an own domain, or Hosting's address, which `npm run deploy` says; a site of the project's own name where it did not. */
export function appUrl(): string {
  const { APP_URL, GCLOUD_PROJECT } = env();
  return APP_URL ?? `https://${GCLOUD_PROJECT}.web.app`;
}
