import type { OpenApiDocument } from './document.ts';
import type { JsonSchema } from './schemas.ts';

interface Operation {
  operationId: string;
  summary: string;
  tags: string[];
  security?: unknown[];
  parameters: { name: string; in: string }[];
  requestBody?: { content: Content };
  responses: Record<string, { description?: string; content?: Content }>;
}
type Content = Record<string, { schema: JsonSchema; example?: unknown }>;

/** The document as a page for reading: no scripts, no other files. */
export function renderPage(document: OpenApiDocument): string {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, ...(operation as Operation) })),
  );
  const tags = [...new Set(operations.flatMap(({ tags }) => tags))];
  const sections = tags.map((tag) => {
    const own = operations.filter((operation) => operation.tags.includes(tag));
    return `<section><h2 id="${escape(tag)}">${escape(tag)}</h2>${own.map(renderOperation).join('')}</section>`;
  });
  const links = tags.map((tag) => `<a href="#${escape(tag)}">${escape(tag)}</a>`);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Countersign API</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><style>${style}</style></head><body><main>
<h1>${escape(document.info.title)} API <small>${escape(document.info.version)}</small></h1>
<p>${escape(document.info.description)}</p><p><a href="/api/openapi.json">openapi.json</a></p>
<nav>${links.join(' ')}</nav>${sections.join('')}</main></body></html>`;
}

function renderOperation({ method, path, ...operation }: Operation & { method: string; path: string }): string {
  const parameters = operation.parameters.map(({ name, in: place }) => `<code>${escape(name)}</code> (${place})`);
  const body = operation.requestBody?.content['application/json'];
  const replies = Object.entries(operation.responses).map(([status, { content }]) => {
    const reply = content?.['application/json'];
    return `<h4>${status}</h4>${reply ? renderContent(reply) : ''}`;
  });
  const failures = Object.keys(operation.responses).filter((status) => status >= '400');
  return `<details><summary><b>${method.toUpperCase()}</b> <code>${escape(path)}</code> ${escape(operation.summary)}</summary>
${operation.security ? '<p>Needs no sign-in.</p>' : ''}${parameters.length > 0 ? `<p>${parameters.join(', ')}</p>` : ''}
${body ? `<h4>Body</h4>${renderContent(body)}` : ''}${replies.filter((_, index) => index < replies.length - failures.length).join('')}
<p>Fails with ${failures.join(', ')}.</p></details>`;
}

function renderContent({ schema, example }: { schema: JsonSchema; example?: unknown }): string {
  const shown = example ?? schema;
  return `<pre>${escape(JSON.stringify(shown, null, 2))}</pre>`;
}

const style = `:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;margin:0}main{max-width:60rem;margin:auto;padding:2rem 1rem}
nav a{margin-right:.75rem}summary{cursor:pointer;padding:.4rem 0}pre{overflow:auto;padding:1rem;border:1px solid #8884;border-radius:.5rem}
details{border-bottom:1px solid #8884}small{font-weight:normal}`;

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escape = (text: string) => text.replace(/[&<>"]/g, (character) => escapes[character] ?? character);
