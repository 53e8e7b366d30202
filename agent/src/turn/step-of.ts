import type { ToolCall } from '@agentclientprotocol/sdk';
import { changesOf } from '../attribution/changes.ts';
import type { Step } from '../attribution/step.ts';
import type { CallFields } from './shown/describe-call.ts';
import { shownPath } from './shown/shown-change.ts';
import { placesWrittenBy } from './tool-call.ts';

/** What a call may change once it is approved: as far as the person sees it, not as far as the agent adds elsewhere. */
export function stepOf(id: string, asked: ToolCall, fields: CallFields, workspace: string): Step {
  const changes = changesOf(fields);
  const shown = JSON.stringify([fields.title, fields.toolParameters, fields.content]);
  const isShown = (path: string) => shown.includes(JSON.stringify(shownPath(path, workspace)).slice(1, -1));
  const places = changes.length > 0 ? [] : placesWrittenBy(asked).filter(isShown);
  return { id, title: fields.title, kind: fields.toolKind ?? 'other', changes, places };
}
