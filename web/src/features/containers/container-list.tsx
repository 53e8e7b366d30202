import type { Container } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { useCallback, useMemo, useState } from 'react';
import { Section } from '../../ui/section.tsx';
import { ContainerRow } from './container-row.tsx';
import { ContainerSummary } from './container-summary.tsx';
import { containerGroups, groupContainers } from './group-containers.ts';
import { useLiveStatuses } from './live-status.ts';
import { ShutDownDialog } from './shut-down-dialog.tsx';

/** All containers, counted and grouped by live status; each is asked for its status every 5 s. */
export function ContainerList({ containers }: { containers: readonly Container[] }) {
  const live = useLiveStatuses(containers);
  const groups = useMemo(
    // Until its live status arrives a container stands where it was last known to be, so that little jumps.
    () => groupContainers(containers, (container) => live.get(container.id) ?? container.status),
    [containers, live],
  );
  const [asked, setAsked] = useState<{ container: Container; open: boolean } | null>(null);
  const askToDelete = useCallback((container: Container) => setAsked({ container, open: true }), []);

  return (
    <>
      <ContainerSummary
        total={containers.length}
        running={groups.Running.length}
        paused={groups.Paused.length}
        deleted={groups.Deleted.length}
      />
      <chakra.div display="grid" gap="24px">
        {containerGroups
          .filter((group) => groups[group].length > 0)
          .map((group) => (
            <Section key={group} title={`${group} (${groups[group].length})`}>
              <chakra.ul display="grid" gap="8px">
                {groups[group].map((container) => (
                  <chakra.li key={container.id} minW={0}>
                    <ContainerRow container={container} status={live.get(container.id)} onDelete={askToDelete} />
                  </chakra.li>
                ))}
              </chakra.ul>
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
