import express, { type ErrorRequestHandler, type Express, type Router } from 'express';
import { mountApprovals } from './approvals/router.ts';
import { authenticateAgent } from './agent-api/execution/authenticate-agent.ts';
import { mountAgent, mountExchange } from './agent-api/router.ts';
import { mountConfig } from './config/router.ts';
import { mountContainers } from './containers/router.ts';
import { mountDashboard } from './dashboard/router.ts';
import { mountDevices, mountReceipts } from './notifications/router.ts';
import { mountDocs, mountOpenApi } from './openapi/router.ts';
import { mountProjects } from './projects/router.ts';
import { mountPublications } from './publications/router.ts';
import { mountRepositories } from './repositories/router.ts';
import { mountTasks } from './tasks/router.ts';
import { mountUsers } from './users/router.ts';
import { authenticateUser } from './access/authenticate-user.ts';
import { notFound } from './lib/errors.ts';
import { env } from './settings/env.ts';
import { fewLists } from './http/few-lists.ts';
import { observe } from './http/observe.ts';
import { replyError } from './http/reply-error.ts';
import { mounter, refuseOtherMethods, type MethodsOfPath } from './http/route.ts';
import { secureHeaders } from './http/secure-headers.ts';
import { handlers } from './outbox-handlers.ts';
import { registerHandlers } from './outbox/handler.ts';
import { limitAddress, type Standing } from './quotas/limit-address.ts';
import { mountProxies } from './access/tell-proxies.ts';
import { mountInternal } from './sweep/router.ts';

registerHandlers(handlers);

const domains = [
  mountApprovals,
  mountContainers,
  mountDashboard,
  mountDevices,
  mountProjects,
  mountPublications,
  mountRepositories,
  mountTasks,
  mountUsers,
];

/** The API of the browser: every route of the contract's `routes`. */
export function createApiApp(): Express {
  return createApp({ behindHosting: true }, (router, methods) => {
    const mountPublic = mounter(router, methods, 'public', nobody);
    for (const mountDomain of [mountConfig, mountOpenApi, mountReceipts]) mountDomain(mountPublic);
    mountDocs(router);
    const mount = fewLists(mounter(router, methods, 'user', authenticateUser));
    for (const mountDomain of domains) mountDomain(mount);
  });
}

/** The API of the containers: every route of the contract's `agentRoutes`. */
export function createAgentApp(): Express {
  return createApp({ behindHosting: false }, (router, methods) => {
    mountExchange(mounter(router, methods, 'public', nobody));
    mountAgent(mounter(router, methods, 'agent', authenticateAgent));
  });
}

function createApp(
  { behindHosting }: Standing,
  mountRoutes: (router: Router, methods: MethodsOfPath) => void,
): Express {
  const app = express();
  app.disable('x-powered-by').disable('etag').enable('case sensitive routing').enable('strict routing');
  app.set('trust proxy', env().TRUSTED_PROXIES + (behindHosting ? env().HOSTING_PROXIES : 0));
  app.use(observe, secureHeaders);
  const methods: MethodsOfPath = new Map();
  const router = express.Router({ caseSensitive: true, strict: true });
  // Before the rate limit: reporting that the database cannot be reached must not need the database.
  if (behindHosting) mountProxies(app);
  else mountInternal(app);
  app.use(limitAddress({ behindHosting }));
  mountRoutes(router, methods);
  refuseOtherMethods(router, methods);
  app.use(router);
  app.use(() => {
    throw notFound('This address was');
  });
  app.use(answerError);
  return app;
}

const nobody = async () => ({ caller: undefined });

const answerError: ErrorRequestHandler = (error: unknown, _req, res, next) => {
  if (res.headersSent) return next(error);
  replyError(res, error, String(res.locals.requestId));
};
