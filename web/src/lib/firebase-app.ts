import { type FirebaseApp, initializeApp } from 'firebase/app';
import { loadConfig } from './config.ts';

let app: Promise<FirebaseApp> | undefined;

/** The one Firebase app, configured by `GET /api/config`. */
export function firebaseApp(): Promise<FirebaseApp> {
  app ??= loadConfig().then(
    (config) => initializeApp(config.firebase),
    (error: unknown) => {
      app = undefined;
      throw error;
    },
  );
  return app;
}
