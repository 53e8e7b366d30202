import type { StoredDocument } from './documents.ts';

/** The name of an execution of a container, as Cloud Run gives it: with the project's id, or its number. */
const EXECUTION = /^projects\/([^/]+)(\/locations\/[^/]+\/jobs\/[^/]+\/executions\/[^/]+)$/;

interface Value {
  stringValue?: string;
  arrayValue?: { values?: Value[] };
}

/**
 * A document of another project's backup as it is restored. The functions are refused whatever they ask about that
 * project's executions, and could take this for everything but their end: containers would seem to run for ever, and no
 * deletion of one would be carried out. So those that ran get the name that they would have in `project`, where the
 * containers run now: there is none, and the next sweep finds them lost. Those that had ended are forgotten.
 */
export function withOwnExecutions({ path, fields }: StoredDocument, project: string): StoredDocument {
  const [, collection = '', , below] = path.split('/');
  if (below !== undefined) return { path, fields };
  const { execution, executions, kind, object } = fields as Partial<Record<string, Value>>;
  if (collection === 'containers' && execution?.stringValue !== undefined)
    fields = { ...fields, execution: renamed(execution.stringValue, project) };
  if (collection === 'containers' && executions?.arrayValue !== undefined)
    fields = { ...fields, executions: only(executions.arrayValue.values ?? [], project) };
  if (collection === 'outbox' && kind?.stringValue === 'end_execution' && object?.stringValue !== undefined)
    fields = { ...fields, object: renamed(object.stringValue, project) };
  return { path, fields };
}

const renamed = (name: string, project: string): Value => ({
  stringValue: name.replace(EXECUTION, `projects/${project}$2`),
});

/** Written as the database answers it, or a repeated restore would find other contents. */
function only(names: Value[], project: string): Value {
  const values = names.filter(({ stringValue = '' }) => EXECUTION.exec(stringValue)?.[1] === project);
  return { arrayValue: values.length === 0 ? {} : { values } };
}
