export * from './agent.ts';
export * from './agent-checkpoints.ts';
export * from './agent-model.ts';
export * from './agent-steps.ts';
export * from './agent-usage.ts';
export * from './braces.ts';
export * from './delicate-files.ts';
export { nameMatcher } from './name-list.ts';
export * as agentRoutes from './agent-routes.ts';
