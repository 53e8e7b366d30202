import { type AgentKind, agentKinds } from '@countersign/contract';
import { useQuery } from '@tanstack/react-query';
import { LoadFailure } from '../../../ui/feedback/load-failure.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { Select } from '../../../ui/forms/select.tsx';
import { Skeleton } from '../../../ui/loading/skeleton.tsx';
import { agentsQuery } from '../queries.ts';
import { agentOptions } from './agent-options.ts';

interface AgentChoiceProps {
  /** The agent's id; null means the deployment's default. */
  agent: string | null;
  onChange: (agent: AgentKind | null) => void;
}

/** The coding agent for a project's containers, among those that this deployment offers. */
export function AgentChoice({ agent, onChange }: AgentChoiceProps) {
  const { data: agents, error, refetch } = useQuery(agentsQuery());
  if (!agents && error) {
    return <LoadFailure what="The agents on offer" error={error} onRetry={() => void refetch()} />;
  }
  if (!agents) return <Skeleton height="70px" />;

  const chosen = agents.find(({ id }) => id === agent) ?? (agent === null ? agents[0] : undefined);
  return (
    <Field label="Agent" helper={chosen?.description ?? 'This agent is no longer offered; choose another one.'}>
      <Select
        value={agent ?? ''}
        options={agentOptions(agents, agent)}
        onChange={(id) => onChange(agentKinds.find((kind) => kind === id) ?? null)}
      />
    </Field>
  );
}
