/** A tool call without a file, except in its parameters. */
export const toolCall = { type: 'tool_call', filePath: null, fileContent: null } as const;
