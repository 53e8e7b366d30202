import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseEnv } from 'node:util';
import { Stop } from './stop.mjs';

const root = join(import.meta.dirname, '../..');

/** What the person who deploys has said, for every project and for this one, which counts more. Both files are git's to ignore. */
export function readSettings(project) {
  return { ...readEnv(join(root, 'functions/.env')), ...readEnv(ownFile(project)) };
}

/** Adds one line to what is said for this project. */
export function addSetting(project, name, value) {
  const file = ownFile(project);
  const before = existsSync(file) ? readFileSync(file, 'utf8').replace(/\n?$/, '\n') : '';
  writeFileSync(file, `${before}${lineOf(name, value)}\n`);
}

/** Such files have no way to escape a quotation mark: it takes the marks with which it reads as it was. */
function lineOf(name, value) {
  const lines = [value, `'${value}'`, `"${value}"`, `\`${value}\``].map((written) => `${name}=${written}`);
  const line = lines.find((one) => parseEnv(one)[name] === value);
  if (line === undefined) throw new Stop(`The setting ${name} cannot be written into such a file: say it otherwise.`);
  return line;
}

/** Writes what the functions are deployed with, for firebase-tools; answers its folder, from the root. */
export function writeEnvironment(project, environment) {
  const folder = `.countersign/deploy/${project}`;
  const lines = Object.entries(environment).map(([name, value]) => `${name}=${JSON.stringify(value)}\n`);
  const file = join(root, folder, '.env');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, lines.join(''));
  return folder;
}

const ownFile = (project) => join(root, `functions/.env.${project}`);
const readEnv = (file) => (existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {});
