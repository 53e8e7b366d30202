import type { DeployedFunctions } from '../deployed-functions.ts';
import type { Route } from '../route.ts';
import { artifactRoutes } from './artifacts.ts';
import { databaseRoutes } from './database.ts';
import { functionRoutes } from './functions.ts';
import { hostingRoutes } from './hosting.ts';
import { identityRoutes } from './identity.ts';
import { policyRoutes } from './policies.ts';
import { projectRoutes } from './project.ts';
import { secretRoutes } from './secrets.ts';
import { servedRoutes } from './served.ts';
import { storageRoutes } from './storage.ts';

/** Its address, and the token it expects. */
export interface LocalCloudRun {
  url: string;
  token: string;
}

export interface Behind {
  /** The local Cloud Run, which keeps the jobs. */
  cloudRun: LocalCloudRun;
  functions: DeployedFunctions;
}

/** Everything that this stand-in knows; the first route that matches answers. */
export function routesOf(behind: Behind): Route[] {
  return [
    ...identityRoutes,
    ...projectRoutes,
    ...policyRoutes,
    ...databaseRoutes,
    ...storageRoutes,
    ...artifactRoutes,
    ...secretRoutes,
    ...functionRoutes,
    ...hostingRoutes,
    ...servedRoutes(behind),
  ];
}
