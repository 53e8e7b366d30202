import { stack } from '../../support/stack.ts';
import { projectOf, type Place } from './started.ts';

/** Makes what the tests of a running stack share (browser, users, identity provider) use the one at this place. */
export function useStackAt(place: Place): void {
  const at = (name: keyof Place['ports']) => `127.0.0.1:${place.ports[name]}`;
  Object.assign(stack, {
    url: `http://${at('hosting')}`,
    projectId: projectOf(place),
    authHost: at('auth'),
    firestoreHost: at('firestore'),
    folder: place.folder,
    cloudRunUrl: `http://${at('cloudRun')}`,
    gitUrl: `http://${at('gitHost')}`,
  });
}
