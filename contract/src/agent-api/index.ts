export * from './runner.ts';
export * from './checkpoints.ts';
export * from './model.ts';
export * from './steps.ts';
export * from './usage.ts';
export * from '../lib/braces.ts';
export * from '../lib/delicate-files.ts';
export { nameMatcher } from '../lib/name-list.ts';
export * as agentRoutes from './routes.ts';
