import type { Container } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { useCallback, useMemo, useRef, useState } from 'react';
import type { ListCounts } from '../../lib/queries/whole-list.ts';
import { useFocusRescue } from '../../ui/focus/use-focus-rescue.ts';
import { Section } from '../../ui/layout/section.tsx';
import { ContainerRow } from './container-row.tsx';
import { ContainerRows } from './container-rows.tsx';
import { ContainerSummary } from './container-summary.tsx';
import { containerGroups, groupContainers } from './group-containers.ts';
import { useLiveStatuses } from './live-status.ts';
import { ShutDownDialog } from './shut-down-dialog.tsx';

/** More deleted containers than these are shown on demand. */
const DELETED_SHOWN = 20;

interface ContainerListProps {
  containers: readonly Container[];
  /** The total counts, while not all containers are loaded. */
  all?: ListCounts | null;
}

/** All containers, counted and grouped by live status; each one's status is polled every 5 s. */
export function ContainerList({ containers, all = null }: ContainerListProps) {
  const live = useLiveStatuses(containers);
  const groups = useMemo(
    // Until its live status arrives, a container is in the group of its stored status, so that few of them jump.
    () => groupContainers(containers, (container) => live.get(container.id) ?? container.status),
    [containers, live],
  );
  const list = useRef<HTMLDivElement>(null);
  useFocusRescue(list, groups);
  const [asked, setAsked] = useState<{ container: Container; open: boolean } | null>(null);
  const askToDelete = useCallback((container: Container) => setAsked({ container, open: true }), []);

  return (
    <>
      <ContainerSummary
        total={all?.total ?? containers.length}
        running={all?.byStatus?.['running'] ?? groups.Running.length}
        paused={all?.byStatus?.['paused'] ?? groups.Paused.length}
        deleted={all?.byStatus?.['deleted'] ?? groups.Deleted.length}
      />
      <chakra.div ref={list} display="grid" gap="24px">
        {containerGroups
          .filter((group) => groups[group].length > 0)
          .map((group) => (
            <Section key={group} title={`${group} (${groups[group].length})`}>
              <ContainerRows containers={groups[group]} limit={group === 'Deleted' ? DELETED_SHOWN : Infinity}>
                {(container) => (
                  <ContainerRow container={container} status={live.get(container.id)} onDelete={askToDelete} />
                )}
              </ContainerRows>
            </Section>
          ))}
      </chakra.div>
      {asked && (
        <ShutDownDialog
          key={asked.container.id}
          container={asked.container}
          open={asked.open}
          onClose={() => setAsked({ ...asked, open: false })}
        />
      )}
    </>
  );
}
