// Loaded into firebase-tools before it starts (node --import). It notes where its hub listens in one file per project.
// Of two stacks of a project that start in the same moment, one reads what the other has only half written, and ends
// with "An unexpected error has occurred". Here each has a file of its own: whoever needs the hub is given its address.
import { EmulatorHub } from 'firebase-tools/lib/emulator/hub.js';

const fileOf = EmulatorHub.getLocatorFilePath.bind(EmulatorHub);
EmulatorHub.getLocatorFilePath = (projectId) => fileOf(`${projectId}-${process.pid}`);
