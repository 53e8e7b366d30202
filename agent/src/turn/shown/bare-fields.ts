import type { ToolCall } from '@agentclientprotocol/sdk';
import { toolNameOf, type CallFields } from './describe-call.ts';

/** What the history says of a call that cannot be described, whose arguments may be anything. */
export function bareFieldsOf(call: ToolCall): CallFields {
  return {
    type: 'tool_call',
    title: call.title,
    toolName: toolNameOf(call),
    toolKind: call.kind ?? 'other',
    toolParameters: {},
    content: 'What this step is about could not be shown.',
  };
}
