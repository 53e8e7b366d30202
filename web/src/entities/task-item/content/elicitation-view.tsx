import type { Answer, AnswerValue, ElicitationParameters, FormField } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { own } from '../../../lib/own.ts';
import { visibleText } from '../../../lib/text/visible-text.ts';
import { OutsideAddress } from './outside-address.tsx';

interface ElicitationViewProps {
  asked: ElicitationParameters;
  /** The submitted values, if it was answered. */
  answer?: Answer | null;
}

/** Shows what an agent asks for, to be read: its fields, with the answers if there are any, or the address. */
export function ElicitationView({ asked, answer = null }: ElicitationViewProps) {
  if (asked.mode === 'url') return <OutsideAddress url={asked.url} />;
  return (
    <>
      {asked.description && (
        <chakra.p whiteSpace="pre-wrap" overflowWrap="anywhere">
          {visibleText(asked.description)}
        </chakra.p>
      )}
      {asked.fields.length > 0 && (
        <chakra.dl display="grid" gap="8px" overflowWrap="anywhere">
          {asked.fields.map((field) => (
            <div key={field.name}>
              <chakra.dt textStyle="xs" color="fg.muted">
                {visibleText(labelOf(field))}
              </chakra.dt>
              <chakra.dd whiteSpace="pre-wrap">
                {answer === null ? <Asked field={field} /> : given(field, answer)}
              </chakra.dd>
            </div>
          ))}
        </chakra.dl>
      )}
    </>
  );
}

/** An unanswered field: the kind of answer, and the agent's description of it. */
function Asked({ field }: { field: FormField }) {
  return (
    <>
      {visibleText(kindWords(field))}
      {field.description && (
        <chakra.span display="block" textStyle="sm" color="fg.muted">
          {visibleText(field.description)}
        </chakra.span>
      )}
    </>
  );
}

/** A field's label. */
export const labelOf = ({ title, name }: Pick<FormField, 'title' | 'name'>) => (title?.trim() ? title : name);

function kindWords({ type, options }: FormField): string {
  if (type === 'boolean') return 'Yes or no';
  if (options) return `One of ${options.map(({ title }) => title).join(', ')}`;
  return type === 'string' ? 'To be filled in, as text' : 'To be filled in, as a number';
}

function given(field: FormField, answer: Answer) {
  const value = own(answer, field.name);
  if (value === undefined || value === '') return <chakra.span color="fg.muted">Left out</chakra.span>;
  return visibleText(wordsOf(field, value));
}

function wordsOf({ options }: FormField, value: AnswerValue): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  const titleOf = (one: string) => options?.find((option) => option.value === one)?.title ?? one;
  return Array.isArray(value) ? value.map(titleOf).join(', ') || 'None' : titleOf(String(value));
}
