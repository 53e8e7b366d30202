import { Stop } from '../stop.mjs';

const HOST = 'firestore.googleapis.com/v1';
const protection = {
  pointInTimeRecoveryEnablement: 'POINT_IN_TIME_RECOVERY_ENABLED',
  deleteProtectionState: 'DELETE_PROTECTION_ENABLED',
};

/**
 * The database, which can be read as of any minute of the last week and is protected from deletion. One that is
 * elsewhere stays there.
 */
export const database = {
  title: 'Firestore database',
  async look({ google, names, databaseLocation }) {
    const found = await google.find(`${HOST}/${names.database}`);
    if (!found) return { is: 'missing', detail: databaseLocation };
    if (found.type !== 'FIRESTORE_NATIVE') {
      throw new Stop(
        'The database of this project is in Datastore mode, which Countersign cannot use. Take another project.',
      );
    }
    const isProtected = Object.entries(protection).every(([name, value]) => found[name] === value);
    const elsewhere = found.locationId === databaseLocation ? '' : `in ${found.locationId}, where it stays`;
    return isProtected ? { is: 'there', detail: elsewhere } : { is: 'different', detail: elsewhere };
  },
  async make({ google, project, names, databaseLocation }, { is }) {
    if (is === 'different') {
      const mask = Object.keys(protection).join(',');
      await google.finished(HOST, await google.patch(`${HOST}/${names.database}?updateMask=${mask}`, protection));
      return 'protected';
    }
    const wanted = { type: 'FIRESTORE_NATIVE', locationId: databaseLocation, ...protection };
    const parent = `${HOST}/projects/${project}/databases?databaseId=(default)`;
    await google.finished(HOST, await google.post(parent, wanted));
    return databaseLocation;
  },
};
