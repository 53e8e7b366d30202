import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseEnv } from 'node:util';
import { Stop } from './stop.mjs';

const root = join(import.meta.dirname, '../..');

/** What the deploying person has set, for every project and for this one, which takes precedence. Git ignores both. */
export function readSettings(project) {
  return { ...readEnv(join(root, 'functions/.env')), ...readEnv(ownFile(project)) };
}

/** Adds one line to this project's settings. */
export function addSetting(project, name, value) {
  const file = ownFile(project);
  const before = existsSync(file) ? readFileSync(file, 'utf8').replace(/\n?$/, '\n') : '';
  writeFileSync(file, `${before}${lineOf(name, value)}\n`);
}

/** A line of an .env file. Nothing escapes a quotation mark there, so it uses the marks with which the value reads back unchanged. */
function lineOf(name, value) {
  const lines = [value, `'${value}'`, `"${value}"`, `\`${value}\``].map((written) => `${name}=${written}`);
  const line = lines.find((one) => parseEnv(one)[name] === value);
  if (line === undefined) throw new Stop(`The setting ${name} cannot be written into such a file: say it otherwise.`);
  return line;
}

/** Writes the environment for firebase-tools to deploy the functions with; returns its folder, relative to the root. */
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
