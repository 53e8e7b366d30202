import { containerStatuses, PRIORITY_TIERS, projectStatuses, taskItemTypes, taskStatuses } from '@countersign/contract';
import { LiveStatusBadge } from '../entities/container/live-status-badge.tsx';
import { StatusBadge, type StatusBadgeProps } from '../entities/status/status-badge.tsx';
import { PriorityBadge } from '../entities/task/priority-badge.tsx';
import { ItemTypeBadge } from '../entities/task-item/item-type-badge.tsx';
import { RiskBadge } from '../entities/task-item/risk-badge.tsx';
import { risks } from './samples.ts';
import { Row, Shelf } from './shelf.tsx';

/** Every status, and one that this version does not know. */
const statuses: [StatusBadgeProps['kind'], readonly string[]][] = [
  ['project', [...projectStatuses, 'on ice']],
  ['task', [...taskStatuses, 'on_ice']],
  ['item', ['pending', 'approved', 'rejected']],
  ['container', [...containerStatuses, 'on_ice']],
];

export function Badges() {
  return (
    <Shelf name="Badges">
      {statuses.map(([kind, words]) => (
        <Row key={kind}>
          {words.map((status) => (
            <StatusBadge key={status} kind={kind} status={status} />
          ))}
          {kind === 'container' && <LiveStatusBadge status={undefined} />}
        </Row>
      ))}
      <Row>
        {[0, PRIORITY_TIERS.info, PRIORITY_TIERS.warning, PRIORITY_TIERS.high].map((priority) => (
          <PriorityBadge key={priority} priority={priority} />
        ))}
        {Object.entries(risks).map(([name, risk]) => (
          <RiskBadge key={name} risk={risk} />
        ))}
      </Row>
      <Row>
        {[...taskItemTypes, 'message', 'unheard_of'].map((type) => (
          <ItemTypeBadge key={type} type={type} />
        ))}
      </Row>
    </Shelf>
  );
}
