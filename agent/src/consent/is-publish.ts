import type { OpenItem } from '@countersign/contract/agent';

/** True for what the runner itself asks before it publishes; agents name their own tools otherwise. */
export function isPublish({ toolName, toolKind }: OpenItem): boolean {
  return toolName === 'publish' && toolKind === 'publish';
}
