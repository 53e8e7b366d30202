import type { OpenItem } from '@countersign/contract/agent';

/** True for what the runner itself asks before it publishes; agents give their tools other names. */
export function isPublish({ toolName, toolKind }: Pick<OpenItem, 'toolName' | 'toolKind'>): boolean {
  return toolName === 'publish' && toolKind === 'publish';
}
