import type { AgentDefinition } from './agent-spec.ts';

/** Any other program that speaks the Agent Client Protocol on its standard streams: CUSTOM_AGENT, as a JSON list. */
export const custom: AgentDefinition = {
  needsModel: false,
  command({ customCommand }) {
    const [file, ...args] = customCommand;
    return file === undefined ? null : { file, args, env: {} };
  },
};
