import { isRecord } from '../../lib/is-record.ts';
import type { ModelStyle } from '../model-style.ts';

/**
 * Whether something of an answer has begun with this event, also where no word of it can be read: some models think in
 * silence. That a reply has been accepted is none: providers say so, and fail then.
 */
export const beginsIn: Record<ModelStyle, (sent: Record<string, unknown>) => boolean> = {
  chat({ choices, usage }) {
    const details = isRecord(usage) ? usage.completion_tokens_details : undefined;
    return Array.isArray(choices) && isRecord(details) && isSome(details.reasoning_tokens);
  },
  responses: ({ type }) =>
    type === 'response.output_item.added' || (typeof type === 'string' && type.startsWith('response.reasoning')),
  messages: ({ type }) => type === 'content_block_start' || type === 'content_block_delta',
  gemini: ({ usageMetadata }) => isRecord(usageMetadata) && isSome(usageMetadata.thoughtsTokenCount),
  other: () => false,
};

const isSome = (count: unknown) => typeof count === 'number' && count > 0;
