// The program in the container: claims tasks, drives a coding agent over the Agent Client Protocol, asks for consent.
import { readEnvironment } from './environment/env.ts';
import { run } from './run.ts';

const environment = readEnvironment(process.env);
// What the runner itself starts, such as tar, may run in a folder that an agent has filled.
process.env.PATH = environment.path;
process.exit(await run(environment));
