const APIS = [
  'artifactregistry',
  'billingbudgets',
  'cloudbilling',
  'cloudbuild',
  'cloudfunctions',
  'cloudresourcemanager',
  'cloudscheduler',
  // Switching it on creates the account under which functions are built.
  'compute',
  // firebase-tools wants the service accounts of these two for every function.
  'eventarc',
  'firebase',
  'firebasehosting',
  'firebaserules',
  'firestore',
  'iam',
  'iamcredentials',
  'identitytoolkit',
  'logging',
  'pubsub',
  'run',
  'secretmanager',
  'storage',
].map((name) => `${name}.googleapis.com`);
/** How many the API takes in one call. */
const AT_ONCE = 20;
const HOST = 'serviceusage.googleapis.com/v1';

/** The Google APIs that are needed. */
export const apis = {
  title: 'APIs',
  async look({ google, project }) {
    const names = APIS.map((api) => `names=projects/${project}/services/${api}`).join('&');
    const { services = [] } = await google.get(`${HOST}/projects/${project}/services:batchGet?${names}`);
    const enabled = services.filter(({ state }) => state === 'ENABLED').map(({ name }) => name.split('/').at(-1));
    const missing = APIS.filter((api) => !enabled.includes(api));
    return missing.length === 0
      ? { is: 'there' }
      : { is: 'missing', detail: `${missing.length} to switch on`, missing };
  },
  async make({ google, project }, { missing }) {
    for (let first = 0; first < missing.length; first += AT_ONCE) {
      const serviceIds = missing.slice(first, first + AT_ONCE);
      await google.finished(
        HOST,
        await google.post(`${HOST}/projects/${project}/services:batchEnable`, { serviceIds }),
      );
    }
  },
};

const FIREBASE = 'firebase.googleapis.com/v1beta1';

/** Firebase switched on for the project. */
export const firebase = {
  title: 'Firebase',
  async look({ google, project }) {
    return { is: (await google.find(`${FIREBASE}/projects/${project}`)) ? 'there' : 'missing' };
  },
  async make({ google, project }) {
    await google.finished(FIREBASE, await google.post(`${FIREBASE}/projects/${project}:addFirebase`));
  },
};
