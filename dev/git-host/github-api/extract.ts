// `npm run github-description`: extracts what Countersign uses of GitHub's REST API from GitHub's own OpenAPI
// description, and writes it beside this file. The description is a package of 90 MB: it is downloaded just for this,
// and is no dependency.
import { execFileSync, type ExecFileSyncOptions } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import { USED } from './used.ts';

const VERSION = '23.0.2';
/** Words for people: three quarters of the description. */
const WORDS = new Set(['title', 'description', 'example', 'examples', 'externalDocs', 'deprecated', 'default']);

const schema = z.record(z.string(), z.unknown());
const content = z.object({ content: z.object({ 'application/json': z.object({ schema }) }).optional() });
const referred = z.object({ $ref: z.string() });
const parameter = z.object({ name: z.string(), in: z.string(), required: z.boolean().default(false), schema });
const operation = z.object({
  parameters: z.array(z.union([referred, parameter])),
  requestBody: content.optional(),
  responses: z.record(z.string(), z.union([referred, content])),
});
const description = z.object({
  paths: z.record(z.string(), z.record(z.string(), z.unknown())),
  components: z.object({
    schemas: z.record(z.string(), schema),
    parameters: z.record(z.string(), parameter),
    responses: z.record(z.string(), content),
  }),
});

const { paths, components } = description.parse(JSON.parse(download()));
const kept: Record<string, unknown> = {};
const operations = USED.map(({ method, path }) => {
  const { parameters, requestBody, responses } = operation.parse(paths[path]?.[method.toLowerCase()]);
  return {
    method,
    path,
    parameters: parameters
      .map((one) => ('$ref' in one ? found(components.parameters, one.$ref) : one))
      .map((one) => ({ name: one.name, in: one.in, required: one.required, schema: cleaned(one.schema) })),
    ...(requestBody ? { body: schemaOf(requestBody) } : {}),
    replies: Object.fromEntries(
      Object.entries(responses).flatMap(([status, one]) => {
        const reply = schemaOf('$ref' in one ? found(components.responses, one.$ref) : one);
        return reply === undefined ? [] : [[status, reply]];
      }),
    ),
  };
});
const text = JSON.stringify({ from: `@octokit/openapi ${VERSION} (MIT)`, operations, schemas: kept }, null, 1);
writeFileSync(join(import.meta.dirname, 'description.json'), `${text}\n`);
console.log(`${operations.length} operations, ${text.length} bytes`);

function download(): string {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-github-'));
  try {
    const options: ExecFileSyncOptions = { cwd: folder, stdio: 'ignore' };
    execFileSync('npm', ['pack', `@octokit/openapi@${VERSION}`], options);
    execFileSync('tar', ['-xzf', `octokit-openapi-${VERSION}.tgz`, 'package/generated/api.github.com.json'], options);
    return readFileSync(join(folder, 'package/generated/api.github.com.json'), 'utf8');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function found<T>(among: Record<string, T>, ref: string): T {
  const value = among[ref.slice(ref.lastIndexOf('/') + 1)];
  if (value === undefined) throw new Error(`The description has no ${ref}`);
  return value;
}

function schemaOf(of: z.infer<typeof content>): unknown {
  const json = of.content?.['application/json'].schema;
  return json && cleaned(json);
}

/** Removes the words; every schema it refers to is kept, too. */
function cleaned(value: unknown, isNames = false): unknown {
  if (Array.isArray(value)) return value.map((one) => cleaned(one));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) => {
      if (!isNames && (WORDS.has(key) || key.startsWith('x-'))) return [];
      if (key === '$ref' && typeof inner === 'string') return [[key, `#/definitions/${keep(inner)}`]];
      return [[key, cleaned(inner, key === 'properties' && !isNames)]];
    }),
  );
}

function keep(ref: string): string {
  const name = ref.slice(ref.lastIndexOf('/') + 1);
  if (!(name in kept)) {
    kept[name] = null; // it may refer to itself
    kept[name] = cleaned(found(components.schemas, ref));
  }
  return name;
}
