export * from './agent.ts';
export * from './agent-steps.ts';
export * from './agent-usage.ts';
export * as agentRoutes from './agent-routes.ts';
