import type { Device } from '@countersign/contract';
import type { DeviceDocument } from '../documents/device.ts';
import { iso } from '../documents/time.ts';

/** A device as its owner sees it, without its address and keys. */
export function toDeviceReply(device: DeviceDocument): Device {
  const { id, kind, label, host, role, details, quietHours, lastOutcome, createdAt } = device;
  return {
    id,
    kind,
    label,
    host,
    role,
    details,
    quietHours,
    lastOutcome: lastOutcome && { ...lastOutcome, at: iso(lastOutcome.at) },
    createdAt: iso(createdAt),
  };
}
