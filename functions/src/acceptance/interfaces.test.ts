import { errorStatus, signal, type Route } from '@countersign/contract';
import { agentRoutes } from '@countersign/contract/agent';
import { expect, test } from 'vitest';
import * as z from 'zod';
import type { $ZodType } from 'zod/v4/core';
import { time } from '../documents/time.ts';
import { documentSchemas } from '../store/firestore.ts';
import { createDocument } from '../openapi/document.ts';

/*
 * What browsers, runners and stored documents rely on: every path, field, value and collection. An accidental renaming
 * shows up here. To accept an intended change, run
 *   npx vitest run --project functions functions/src/acceptance/interfaces.test.ts -u
 * and include the difference in the commit. A new stored field needs a default (docs/decisions/010).
 */
test('paths, fields, values and stored documents are as they were', async () => {
  const { info: _version, ...browserApi } = createDocument();
  const interfaces = {
    browserApi,
    agentApi: mapped(agentRoutes, ({ summary: _, query, body, reply, ...route }: Route) => ({
      ...route,
      ...(query ? { query: schemaOf(query, 'input') } : {}),
      ...(body ? { body: schemaOf(body, 'input') } : {}),
      ...(reply ? { reply: schemaOf(reply, 'output') } : {}),
    })),
    errorStatus,
    documents: mapped({ ...documentSchemas, signals: signal, 'signals/{id}/tasks': signal }, (schema) =>
      schemaOf(schema, 'input'),
    ),
  };
  await expect(`${pretty(inOrder(interfaces))}\n`).toMatchFileSnapshot('interfaces.snapshot.json');
});

/** `input`: what may be sent or stored, where fields with a default may be missing; `output`: what is replied. */
function schemaOf(schema: $ZodType, io: 'input' | 'output') {
  const { $schema: _, ...own } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema }) {
      if (zodSchema === time) jsonSchema.format = 'firestore-timestamp';
    },
  });
  return own;
}

function mapped<Value, Result>(all: Record<string, Value>, change: (value: Value) => Result): Record<string, Result> {
  return Object.fromEntries(Object.entries(all).map(([name, value]) => [name, change(value)]));
}

/** In a canonical order: moving a declaration is no change. */
function inOrder(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) {
    const all = value.map((one) => inOrder(one));
    return name === 'enum' || name === 'required' ? all.sort() : all;
  }
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, member]) => [key, inOrder(member, key)]));
}

/** JSON with short values on one line, so that each change is one line of the difference. */
function pretty(value: unknown, indent = ''): string {
  const line = JSON.stringify(value);
  if (line.length <= 100 || typeof value !== 'object' || value === null) return line;
  const below = `${indent}  `;
  const isList = Array.isArray(value);
  const members = Object.entries(value).map(
    ([key, member]) => `${below}${isList ? '' : `${JSON.stringify(key)}: `}${pretty(member, below)}`,
  );
  const [open, close] = isList ? '[]' : '{}';
  return `${open}\n${members.join(',\n')}\n${indent}${close}`;
}
