import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { firebaseCli } from '../firebase-cli.mjs';
import { Stop } from '../stop.mjs';

const FIRESTORE = 'firestore.googleapis.com/v1';
const RULES = 'firebaserules.googleapis.com/v1';
const root = join(import.meta.dirname, '../../..');
const read = (file) => readFileSync(join(root, file), 'utf8');

/** Rules and indexes of the database; waits until the indexes are usable, since a query without its index fails. */
export const rules = {
  title: 'Rules and indexes of the database',
  async look({ google, project, names }) {
    const release = await google.find(`${RULES}/projects/${project}/releases/cloud.firestore`);
    const ruleset = release && (await google.get(`${RULES}/${release.rulesetName}`));
    const hasRules = ruleset?.source?.files?.[0]?.content === read('firestore.rules');
    const lacking = await lackingIndexes(google, names);
    if (hasRules && lacking.length === 0) return { is: 'there' };
    return { is: release ? 'different' : 'missing', detail: `${lacking.length} indexes to make or to wait for` };
  },
  async make(context) {
    await firebaseCli(context, ['deploy', '--only', 'firestore']);
    await context.google.until(
      () => lackingIndexes(context.google, context.names),
      (lacking) => lacking.length === 0,
    );
  },
};

/** Indexes of firestore.indexes.json that cannot be used (yet). Throws Stop for one that could not be made. */
async function lackingIndexes(google, { database }) {
  const found = await google.list(`${FIRESTORE}/${database}/collectionGroups/-/indexes`, 'indexes');
  const states = new Map(found.map((index) => [keyOf(index, index.name.split('/').at(-3)), index.state]));
  const wanted = JSON.parse(read('firestore.indexes.json')).indexes;
  const broken = wanted.find((index) => states.get(keyOf(index, index.collectionGroup)) === 'NEEDS_REPAIR');
  if (broken)
    throw new Stop(
      `The index ${keyOf(broken, broken.collectionGroup)} needs repair: delete it in the console, then run this again.`,
    );
  const lacking = wanted.filter((index) => states.get(keyOf(index, index.collectionGroup)) !== 'READY');
  return [...lacking, ...(await lackingExceptions(google, database))];
}

/** Fields whose own indexes differ from the file: fields that no query uses have none. */
async function lackingExceptions(google, database) {
  const filter = encodeURIComponent('indexConfig.usesAncestorConfig=false');
  const fields = `${FIRESTORE}/${database}/collectionGroups/-/fields?filter=${filter}`;
  const found = await google.list(fields, 'fields');
  const isBuilt = ({ indexes = [] } = {}) => indexes.every(({ state }) => state === undefined || state === 'READY');
  const built = found.filter(({ indexConfig }) => isBuilt(indexConfig));
  const known = new Map(built.map(({ name, indexConfig }) => [name, scopesOf(indexConfig?.indexes)]));
  return JSON.parse(read('firestore.indexes.json')).fieldOverrides.filter(({ collectionGroup, fieldPath, indexes }) => {
    const name = `${database}/collectionGroups/${collectionGroup}/fields/${fieldPath}`;
    return known.get(name) !== scopesOf(indexes);
  });
}

/** In the file each index is separate; in an answer each is one field of an index. */
const scopesOf = (indexes = []) =>
  indexes
    .map(
      ({ queryScope, order, arrayConfig, fields: [field] = [] }) =>
        `${queryScope} ${order ?? arrayConfig ?? field?.order ?? field?.arrayConfig}`,
    )
    .sort()
    .join();

/** Google adds the document's name as the last field; in a file it may be missing. */
function keyOf({ queryScope, fields }, collectionGroup) {
  const words = fields
    .filter(({ fieldPath }) => fieldPath !== '__name__')
    .map(({ fieldPath, order, arrayConfig }) => `${fieldPath} ${order ?? arrayConfig}`);
  return `${collectionGroup} ${queryScope}: ${words.join(', ')}`;
}
