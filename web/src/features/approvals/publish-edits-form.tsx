import type { PublishParameters } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { Textarea } from '../../ui/textarea.tsx';
import type { PublishEdits } from './kept-edits.ts';

interface PublishEditsFormProps {
  publish: PublishParameters;
  edits: PublishEdits;
  onChange: (edits: PublishEdits) => void;
}

/** Title and text of the pull request, as the person wants them. The commit stays the one that is shown. */
export function PublishEditsForm({ publish, edits, onChange }: PublishEditsFormProps) {
  const title = edits.title ?? publish.title;
  return (
    <chakra.div display="grid" gap="12px">
      <Field label="Pull request title" required error={title.trim() === '' ? 'Title is required' : undefined}>
        <Input value={title} maxLength={200} onChange={(event) => onChange({ ...edits, title: event.target.value })} />
      </Field>
      <Field label="Pull request text">
        <Textarea
          rows={4}
          maxLength={20_000}
          value={edits.body ?? publish.body}
          onChange={(event) => onChange({ ...edits, body: event.target.value })}
        />
      </Field>
    </chakra.div>
  );
}
