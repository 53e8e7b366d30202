// Loaded into firebase-tools before it starts (node --import). At each start it asks npm for a newer
// firebase-functions, while everything else waits for the answer; only package-lock.json decides what is used here. It
// also compiles the schema of firebase.json, whose complaints only reach its own debug log: a second of processor time.
import configValidate from 'firebase-tools/lib/firebaseConfigValidate.js';
import versioning from 'firebase-tools/lib/deploy/functions/runtimes/node/versioning.js';

versioning.checkFunctionsSDKVersion = () => undefined;
configValidate.getValidator = () => () => true;
