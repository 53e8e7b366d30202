/** A call of a tool that is about no file beside its parameters. */
export const toolCall = { type: 'tool_call', filePath: null, fileContent: null } as const;
