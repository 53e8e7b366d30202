export * from './decision-routes.ts';
export * from './device-routes.ts';
export * from './evidence-routes.ts';
export * from './routes.ts';
export * from './rule-routes.ts';
export * from './task-limits-routes.ts';
export * from './undo-routes.ts';
