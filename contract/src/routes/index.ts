/** Every route a browser calls. Paths, fields and codes are promises to all callers: docs/design.md#http-api. */
export * from './account.ts';
export * from './approvals.ts';
export * from './containers.ts';
export * from './dashboard.ts';
export * from './decisions.ts';
export * from './deployment.ts';
export * from './devices.ts';
export * from './evidence.ts';
export * from './projects.ts';
export * from './repositories.ts';
export * from './rules.ts';
export * from './task-limits.ts';
export * from './tasks.ts';
export * from './undo.ts';
