import { useQuery } from '@tanstack/react-query';
import { configQuery } from '../../../entities/config-query.ts';
import { ModelField } from '../../../entities/model/model-field.tsx';

interface ModelChoiceProps {
  model: string | null;
  onChange: (model: string | null) => void;
}

/** The deployment's model for a project's tasks. */
export function ModelChoice(props: ModelChoiceProps) {
  const { models = [] } = useQuery(configQuery()).data ?? {};
  const [first] = models;
  return (
    <ModelField
      {...props}
      models={models}
      unset={first ? `Default (${first.label ?? first.name})` : 'Default'}
      helper="Each task uses it the next time its agent starts. A task may choose another."
    />
  );
}
