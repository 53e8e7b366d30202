/**
 * A program that takes out of opencode's database, in the folder where it runs, whatever permits something or names
 * an account: opencode obeys a session's permissions before its configuration, and merges an account's configuration
 * over it. An approved command may have written there.
 *
 * It fails where the database is not what opencode makes: a view, a generated column or a default could give back what
 * was taken out, a corrupt index could hide a row, and a trigger could write while this writes. It runs in Node from
 * 22.13 on, which has SQLite, and in Bun, whose SQLite answers the same calls.
 */
export const cleanSessions = `
const { readdirSync, lstatSync } = require('node:fs');

function clean() {
  const isBun = typeof Bun !== 'undefined';
  const Database = isBun ? require('bun:sqlite').Database : require('node:sqlite').DatabaseSync;
  const db = new Database('opencode.db');
  const all = (sql) => db.prepare(sql).all();
  const quoted = (name) => '"' + name.replaceAll('"', '""') + '"';
  const columnsOf = (table) => all('PRAGMA table_xinfo(' + quoted(table) + ')');
  // Nothing of the schema may call a function that does more than compute, and no row goes because another does.
  db.exec('PRAGMA trusted_schema = OFF');
  db.exec('PRAGMA foreign_keys = OFF');
  for (const { type, name } of all("SELECT type, name FROM sqlite_master WHERE type IN ('trigger', 'view')")) {
    db.exec('DROP ' + type + ' ' + quoted(name));
  }
  const main = all('PRAGMA table_list').filter(({ schema }) => schema === 'main');
  for (const { type, name } of main) {
    if (type !== 'table') throw new Error(name + ' is no table');
    if (columnsOf(name).some(({ hidden }) => hidden !== 0)) throw new Error(name + ' has a generated column');
  }
  const has = (table) => main.some(({ name }) => name.toLowerCase() === table);
  for (const table of ['account_state', 'account', 'control_account', 'credential', 'permission']) {
    if (has(table)) db.exec('DELETE FROM ' + table);
  }
  const permission = has('session') && columnsOf('session').find(({ name }) => name.toLowerCase() === 'permission');
  if (permission) {
    if (permission.dflt_value !== null) throw new Error('sessions have permissions of their own');
    db.exec('UPDATE session SET permission = NULL');
    const left = all('SELECT 1 FROM session NOT INDEXED WHERE permission IS NOT NULL LIMIT 1');
    if (left.length > 0) throw new Error('a permission cannot be taken out');
  }
  const [found] = all('PRAGMA integrity_check(1)');
  if (found.integrity_check !== 'ok') throw new Error(found.integrity_check);
  db.close();
}

try {
  const files = readdirSync('.');
  if (files.some((name) => !lstatSync(name).isFile())) throw new Error('there is something else than files');
  if (files.length > 0 && !files.includes('opencode.db')) throw new Error('there is no database');
  if (files.length > 0) clean();
} catch (error) {
  process.stderr.write(String(error.message));
  process.exitCode = 1;
}
`;
