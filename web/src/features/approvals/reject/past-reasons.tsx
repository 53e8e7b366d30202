import { REASON_REPEATED } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { useQuery } from '@tanstack/react-query';
import { rejectionReasonsQuery } from '../../../entities/rejection-reasons-query.ts';
import { ChipRow } from '../../../ui/forms/chip-row.tsx';
import { TextLink } from '../../../ui/text/text-link.tsx';

const MOST_SHOWN = 6;

interface PastReasonsProps {
  /** The text in the field. */
  reason: string;
  /** Where it could become an instruction; absent if the page does not know it. */
  projectId?: string;
  onChoose: (reason: string) => void;
}

/** The person's own reasons, the most used first: a click fills the field. A frequent one may become an instruction. */
export function PastReasons({ reason, projectId, onChoose }: PastReasonsProps) {
  const { data: reasons = [] } = useQuery(rejectionReasonsQuery());
  if (reasons.length === 0) return null;
  const chosen = reasons.find((past) => past.reason === reason.trim());
  const isRepeated = projectId !== undefined && chosen?.repeatedIn.includes(projectId);
  return (
    <chakra.div display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="8px">
      <ChipRow
        label="Reasons you gave before"
        chips={reasons.slice(0, MOST_SHOWN).map((past) => ({ text: past.reason }))}
        onChoose={onChoose}
      />
      {isRepeated && (
        <chakra.p role="status" textStyle="sm" color="fg.muted">
          You gave this reason {REASON_REPEATED} times or more in this project.{' '}
          {/* In a new tab: the rejection stays open. */}
          <TextLink to={`/projects/${projectId}?settings=instructions`} target="_blank">
            Make this a project instruction
          </TextLink>
        </chakra.p>
      )}
    </chakra.div>
  );
}
