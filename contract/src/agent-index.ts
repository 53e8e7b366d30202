export * from './agent.ts';
export * from './agent-steps.ts';
export * as agentRoutes from './agent-routes.ts';
