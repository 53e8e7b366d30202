// Loaded into firebase-tools before it starts (node --import). At each start it asks npm whether there is a newer firebase-functions, and
// waits for the answer with everything else standing still; package-lock.json alone says what is used here. And it compiles the schema of
// firebase.json, whose complaints it only writes into its own debug log: a second of processor.
import configValidate from 'firebase-tools/lib/firebaseConfigValidate.js';
import versioning from 'firebase-tools/lib/deploy/functions/runtimes/node/versioning.js';

versioning.checkFunctionsSDKVersion = () => undefined;
configValidate.getValidator = () => () => true;
