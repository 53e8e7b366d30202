import { routes, type Route } from '@countersign/contract';
import { describe, expect, test } from 'vitest';
import * as core from 'zod/v4/core';
import { useApi } from '../testing/api.ts';
import { useTestEnvironment } from '../testing/environment.ts';
import { createDocument } from './document.ts';
import { examples } from './examples.ts';
import { schemaOf, type SchemaName } from './schemas.ts';

useTestEnvironment();
const api = useApi();

describe('the OpenAPI document', () => {
  test('is served, and has every route of the contract', async () => {
    const reply = await fetch(`${api.url()}/api/openapi.json`);
    const document = (await reply.json()) as ReturnType<typeof createDocument>;
    expect(document.openapi).toBe('3.1.0');
    for (const route of Object.values(routes) as Route[]) {
      const path = route.path.replace(/:(\w+)/g, '{$1}');
      expect(document.paths[path], path).toHaveProperty(route.method.toLowerCase());
    }
  });

  test('says where a body may be left out, and where Cloud Run may refuse', () => {
    const { paths } = createDocument();
    const operation = (path: string) => (paths[path] as { post: { requestBody?: object; responses: object } }).post;
    expect(operation('/api/task-items/{id}/approve').requestBody).toMatchObject({ required: false });
    expect(operation('/api/task-items/{id}/reject').requestBody).toMatchObject({ required: true });
    for (const path of ['/api/projects/{id}/containers', '/api/containers/{id}/resume']) {
      expect(operation(path).responses).toHaveProperty('502');
    }
    expect(operation('/api/containers/{id}/pause').responses).not.toHaveProperty('502');
  });

  test('points only to what it holds', () => {
    const document = createDocument();
    const pointers = JSON.stringify(document).matchAll(/"\$ref":"#\/components\/(schemas|responses)\/(\w+)"/g);
    for (const [, kind, name] of pointers) {
      expect(document.components[kind as 'schemas' | 'responses']).toHaveProperty(String(name));
    }
    expect(JSON.stringify(document)).not.toContain('$defs');
  });

  test.each(Object.keys(examples) as SchemaName[])('shows an example of %s that is one', (name) => {
    expect(core.safeParse(schemaOf(name), examples[name]).error).toBeUndefined();
  });

  test('can be read as a page', async () => {
    const reply = await fetch(`${api.url()}/api/docs`);
    expect(reply.headers.get('Content-Type')).toContain('text/html');
    expect(await reply.text()).toContain('/api/projects/{id}/tasks');
  });
});
