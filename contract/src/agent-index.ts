export * from './agent.ts';
export * as agentRoutes from './agent-routes.ts';
