import { expect, test } from 'vitest';
import { withOwnExecutions } from './executions.ts';

const nameIn = (project: string, id = 'abcde') =>
  `projects/${project}/locations/europe-west1/jobs/countersign-latest/executions/countersign-latest-${id}`;
const text = (stringValue: string) => ({ stringValue });
/** As the database writes it. */
const list = (...names: string[]) => ({ arrayValue: names.length === 0 ? {} : { values: names.map(text) } });
const container = (fields: Record<string, unknown>) => ({
  path: '/containers/one',
  fields: { id: text('one'), ...fields },
});

test.each(['acme-before', '4711'])(
  'executions of project %s are lost in another one, and none of it is asked for',
  (of) => {
    const before = container({ execution: text(nameIn(of)), executions: list(nameIn(of, 'first'), nameIn(of)) });
    expect(withOwnExecutions(before, 'acme-now')).toEqual(
      container({ execution: text(nameIn('acme-now')), executions: list() }),
    );
    const entry = { path: '/outbox/one', fields: { kind: text('end_execution'), object: text(nameIn(of)) } };
    expect(withOwnExecutions(entry, 'acme-now').fields).toEqual({ ...entry.fields, object: text(nameIn('acme-now')) });
  },
);

test.each([
  ['a container of which nothing ran', container({ execution: { nullValue: null }, executions: { nullValue: null } })],
  ['a container of which all names are known: none', container({ execution: { nullValue: null }, executions: list() })],
  ['one of this project', container({ execution: text(nameIn('acme-now')), executions: list(nameIn('acme-now')) })],
  ['a log below a container', { path: '/containers/one/logs/0', fields: { execution: text(nameIn('acme-before')) } }],
  ['another promise', { path: '/outbox/one', fields: { kind: text('notify'), object: text(nameIn('acme-before')) } }],
  ['what a person wrote', { path: '/tasks/one', fields: { title: text(nameIn('acme-before')) } }],
])('%s is restored as it is', (_, document) => {
  expect(withOwnExecutions(document, 'acme-now')).toEqual(document);
});
