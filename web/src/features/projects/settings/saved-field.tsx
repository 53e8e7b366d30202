import { chakra } from '@chakra-ui/react/styled-system';
import { ChipRow } from '../../../ui/forms/chip-row.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { Input } from '../../../ui/forms/input.tsx';
import { Textarea } from '../../../ui/forms/textarea.tsx';
import { type SavedText, useSavedText } from './use-saved-text.ts';

interface SavedFieldProps extends SavedText {
  label: string;
  helper: string;
  placeholder: string;
  /** A field of several lines. */
  long?: boolean;
  /** Lines that the person may want to add. */
  suggestions?: readonly string[];
}

/** A typed setting of a project: stored when the field is left, if it has changed and is valid. Empty means none. */
export function SavedField(props: SavedFieldProps) {
  const { name, label, helper, placeholder, long = false, suggestions = [] } = props;
  const { text, error, type, save } = useSavedText(props);
  const control = {
    name,
    value: text,
    placeholder,
    onChange: (event: { target: { value: string } }) => type(event.target.value),
    onBlur: () => void save(),
  };
  const add = (line: string) => {
    const joined = [text.trimEnd(), line].filter(Boolean).join('\n');
    type(joined);
    void save(joined);
  };
  const offered = suggestions.filter((line) => !text.includes(line));
  return (
    <chakra.div display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="8px">
      <Field label={label} error={error} helper={helper}>
        {long ? <Textarea {...control} rows={4} /> : <Input {...control} autoComplete="off" spellCheck={false} />}
      </Field>
      {offered.length > 0 && (
        <>
          <chakra.p textStyle="sm" color="fg.muted">
            You often reject with these reasons. Add one as an instruction:
          </chakra.p>
          <ChipRow
            label="Reasons to add"
            chips={offered.map((line) => ({ text: line, name: `Add “${line}”` }))}
            onChoose={add}
          />
        </>
      )}
    </chakra.div>
  );
}
