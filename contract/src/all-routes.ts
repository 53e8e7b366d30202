export * from './device-routes.ts';
export * from './routes.ts';
