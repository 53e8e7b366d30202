import { routes } from '@countersign/contract';
import type { Router } from 'express';
import type { Mount } from '../http/route.ts';
import { createDocument, type OpenApiDocument } from './document.ts';
import { renderPage } from './page.ts';

let made: OpenApiDocument | undefined;
const document = () => (made ??= createDocument());

/** `GET /api/openapi.json`. */
export function mountOpenApi(mount: Mount<undefined>): void {
  mount(routes.getOpenApi, async () => document());
}

/** `GET /api/docs`: the same as a page for people; not a route of the contract, because it is not JSON. */
export function mountDocs(router: Router): void {
  router.get('/api/docs', (_req, res) => {
    res.set('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'");
    res.type('html').send(renderPage(document()));
  });
}
