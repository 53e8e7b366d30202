import type { Repository } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { ArrowRightLeft } from 'lucide-react';
import { fullName } from '../../entities/repository/full-name.ts';
import { visibleText } from '../../lib/text/visible-text.ts';
import { Field } from '../../ui/forms/field.tsx';
import { Select } from '../../ui/forms/select.tsx';

interface LinkChoiceProps {
  repositories: readonly Repository[];
  chosenId: string;
  onChoose: (id: string) => void;
  projectName: (id: string) => string | undefined;
}

/** The repository to link; says so if it belongs to another project, because linking takes it from there. */
export function LinkChoice({ repositories, chosenId, onChoose, projectName }: LinkChoiceProps) {
  const ownerOf = ({ projectId }: Repository) => projectId && (projectName(projectId) ?? 'another project');
  const options = repositories.map((repository) => {
    const owner = ownerOf(repository);
    const label = fullName(repository);
    return { value: repository.id, label: owner ? `${label} (in ${owner})` : label };
  });
  const chosen = repositories.find(({ id }) => id === chosenId);
  const takenFrom = chosen && ownerOf(chosen);
  return (
    <>
      <Field label="Repository" required>
        <Select
          value={chosenId}
          onChange={onChoose}
          options={[{ value: '', label: 'Choose a repository' }, ...options]}
        />
      </Field>
      <div aria-live="polite">
        {takenFrom && (
          <Notice>
            <ArrowRightLeft size={16} aria-hidden />
            <span>
              {fullName(chosen)} belongs to {visibleText(takenFrom)} now. A repository can be in only one project:
              adding it here moves it. Tasks there with unpublished work in it cannot go on until it is linked again.
            </span>
          </Notice>
        )}
      </div>
    </>
  );
}

const Notice = chakra('p', {
  base: {
    display: 'flex',
    gap: '8px',
    mt: '12px',
    px: '12px',
    py: '10px',
    rounded: 'control',
    bg: 'waiting.subtle',
    color: 'waiting.fg',
    textStyle: 'sm',
    overflowWrap: 'anywhere',
    '& svg': { flexShrink: 0, mt: '2px' },
  },
});
