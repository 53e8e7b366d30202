import { expect, test } from 'vitest';

test('the emulators of the setup answer at the addresses it put into the environment', async () => {
  const { FIRESTORE_EMULATOR_HOST, FIREBASE_AUTH_EMULATOR_HOST } = process.env;
  const firestore = await fetch(`http://${FIRESTORE_EMULATOR_HOST}/`);
  expect(await firestore.text()).toContain('Ok');
  const auth = await fetch(`http://${FIREBASE_AUTH_EMULATOR_HOST}/`);
  expect(await auth.json()).toMatchObject({ authEmulator: { ready: true } });
});
