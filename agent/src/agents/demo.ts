import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { AgentDefinition } from './agent-spec.ts';

/** Beside the bundled runner, or in the bundle's folder when the runner runs from its sources. */
const places = ['./demo.js', '../../dist/demo.js'].map((path) => fileURLToPath(new URL(path, import.meta.url)));

/** The built-in agent without a model. */
export const demo: AgentDefinition = {
  needsModel: false,
  isBuiltIn: true,
  command() {
    const script = places.find((path) => existsSync(path));
    return script === undefined ? null : { file: process.execPath, args: [script], env: {} };
  },
};
