import type { Project } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { useQuery } from '@tanstack/react-query';
import { Boxes } from 'lucide-react';
import { rejectionReasonsQuery } from '../../../entities/rejection-reasons-query.ts';
import type { ReactNode } from 'react';
import type { SavedFields } from '../../../lib/forms/use-leave-when-saved.ts';
import { SavingDialog } from '../../../ui/dialogs/saving-dialog.tsx';
import { Switch } from '../../../ui/forms/switch.tsx';
import { useSettingsOnTheWay, useUpdateProjectSettings } from '../mutations.ts';
import { AgentChoice } from './agent-choice.tsx';
import { ModelChoice } from './model-choice.tsx';
import { SavedField } from './saved-field.tsx';
import { VariablesSetting } from './variables-setting.tsx';

interface ProjectSettingsDialogProps {
  project: Project;
  open: boolean;
  onClose: () => void;
  /** The rules for steps that are approved automatically; what is written there holds the dialog open. */
  rules?: (fields: SavedFields) => ReactNode;
}

/** The dialog 'Project Settings'. Each setting is stored as soon as it is changed. */
export function ProjectSettingsDialog({ project, open, onClose, rules }: ProjectSettingsDialogProps) {
  const { mutate, mutateAsync } = useUpdateProjectSettings(project.id);
  const { data: reasons = [] } = useQuery({ ...rejectionReasonsQuery(), enabled: open });
  const repeated = reasons.filter(({ repeatedIn }) => repeatedIn.includes(project.id)).map(({ reason }) => reason);
  // A choice shows at once; if the server refuses, the project's own value comes back.
  const { autoCreateContainers, agent, model } = { ...project, ...useSettingsOnTheWay(project.id) };
  const typed = (fields: SavedFields) => ({ onSave: mutateAsync, fields });
  return (
    <SavingDialog
      open={open}
      onClose={onClose}
      title="Project Settings"
      description="Changes are saved as you make them."
      hasDone
    >
      {(fields) => (
        <>
          <div>
            <Switch
              label="Auto-create Containers"
              checked={autoCreateContainers}
              onChange={(checked) => mutate({ autoCreateContainers: checked })}
            />
            <div aria-live="polite">
              {autoCreateContainers && (
                <Notice>
                  <Boxes size={16} aria-hidden />
                  Containers are created automatically when tasks are waiting.
                </Notice>
              )}
            </div>
          </div>
          <AgentChoice agent={agent} onChange={(chosen) => mutate({ agent: chosen })} />
          <ModelChoice model={model ?? null} onChange={(chosen) => mutate({ model: chosen })} />
          <SavedField
            name="baseBranch"
            label="Base branch"
            helper="Work starts from it, and pull requests go to it."
            placeholder="The repository's default"
            value={project.baseBranch}
            {...typed(fields)}
          />
          <SavedField
            name="folder"
            label="Folder"
            helper="The part of the repository that tasks work on, such as packages/app."
            placeholder="All of it"
            value={project.folder}
            {...typed(fields)}
          />
          <SavedField
            name="setupCommand"
            label="Setup command"
            helper="Runs in each task's files before its agent starts; with several repositories, in the first that has the folder. An earlier result is reused if a task starts from the same state. You approve it once, and again when you change it."
            placeholder="npm ci"
            value={project.setupCommand}
            {...typed(fields)}
            long
          />
          <VariablesSetting project={project} fields={fields} />
          {rules?.(fields)}
          <SavedField
            name="instructions"
            label="Instructions for the agent"
            helper="Every agent in this project gets this first, as your words. It never counts as an approval."
            placeholder="How you want things done"
            value={project.instructions}
            {...typed(fields)}
            suggestions={repeated}
            long
          />
        </>
      )}
    </SavingDialog>
  );
}

const Notice = chakra('p', {
  base: {
    display: 'flex',
    gap: '8px',
    mt: '4px',
    px: '12px',
    py: '10px',
    rounded: 'control',
    bg: 'info.subtle',
    color: 'info.fg',
    textStyle: 'sm',
    '& svg': { flexShrink: 0, mt: '2px' },
  },
});
