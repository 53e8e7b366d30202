import express, { type ErrorRequestHandler, type Express, type Router } from 'express';
import { authenticateUser } from './http/auth.ts';
import { notFound } from './errors.ts';
import { env } from './env.ts';
import { observe } from './http/observe.ts';
import { replyError } from './http/reply-error.ts';
import { mounter, refuseOtherMethods, type MethodsOfPath } from './http/route.ts';
import { secureHeaders } from './http/secure-headers.ts';

/** The API of the browser: every route of the contract's `routes`. */
export function createApiApp(): Express {
  return createApp((router, methods) => {
    const mountUser = mounter(router, methods, 'user', authenticateUser);
    const mountPublic = mounter(router, methods, 'public', async () => undefined);
  });
}

/** The API of the containers: every route of the contract's `agentRoutes`. */
export function createAgentApp(): Express {
  return createApp((router, methods) => {});
}

function createApp(mountRoutes: (router: Router, methods: MethodsOfPath) => void): Express {
  const app = express();
  app.disable('x-powered-by').disable('etag').enable('case sensitive routing').enable('strict routing');
  app.set('trust proxy', env().TRUSTED_PROXIES);
  app.use(observe, secureHeaders);
  const methods: MethodsOfPath = new Map();
  const router = express.Router({ caseSensitive: true, strict: true });
  mountRoutes(router, methods);
  refuseOtherMethods(router, methods);
  app.use(router);
  app.use(() => {
    throw notFound('This address was');
  });
  app.use(answerError);
  return app;
}

const answerError: ErrorRequestHandler = (error: unknown, _req, res, next) => {
  if (res.headersSent) return next(error);
  replyError(res, error, String(res.locals.requestId));
};
