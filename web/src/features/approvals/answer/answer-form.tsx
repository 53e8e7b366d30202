import { checkAnswer, DECLINED_REASON, type ElicitationParameters } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { ExternalLink } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { OutsideAddress } from '../../../entities/task-item/content/outside-address.tsx';
import { fieldErrorsOf, type FieldErrors, issuesByField } from '../../../lib/forms/server-issues.ts';
import { own } from '../../../lib/own.ts';
import { visibleText } from '../../../lib/text/visible-text.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { thumbHigh } from '../../../ui/viewport/thumb.ts';
import type { Decidable } from '../decided.ts';
import { useAnswerItem, useRejectItem } from '../mutations.ts';
import { IGNORED } from '../press-guards/use-ignored-press.ts';
import { usePressGuard } from '../press-guards/use-press-guard.ts';
import { type Draft, toAnswer } from './draft.ts';
import { FormField } from './form-field.tsx';
import { useDraft } from './use-draft.ts';

export interface AnswerFormProps {
  asked: ElicitationParameters;
  item: Decidable;
  /** Why it cannot be answered now, or null. */
  unavailable: string | null;
  /** Whether a person had the time to see the current layout. */
  isSettled?: () => boolean;
  onAnswered?: () => void;
}

/** What an agent asks for: fields to fill in, or an address to open, with Answer and Decline. Loaded lazily through `AnswerBlock`. */
export default function AnswerForm({ asked, item, unavailable, isSettled, onAnswered }: AnswerFormProps) {
  const fields = asked.mode === 'form' ? asked.fields : [];
  const [draft, setDraft] = useDraft(item, fields);
  const [errors, setErrors] = useState<FieldErrors>({});
  const form = useRef<HTMLFormElement>(null);
  const answer = useAnswerItem();
  const decline = useRejectItem();
  const { ifMeant, wasIgnored } = usePressGuard(() => isSettled?.() !== false);
  const isBusy = answer.isPending || decline.isPending;
  const names = fields.map(({ name }) => name);

  const showErrors = (found: FieldErrors) => {
    setErrors(found);
    const first = names.find((name) => own(found, name) !== undefined);
    const controls = Array.from(form.current?.elements ?? []);
    const control = controls.find((one) => one.getAttribute('name') === (first ?? ''));
    if (control instanceof HTMLElement) control.focus();
  };
  const change = (name: string, value: Draft[string]) => {
    setDraft({ ...draft, [name]: value });
    setErrors(({ [name]: _, ...others }) => others);
  };
  const done = () => {
    setDraft(null);
    onAnswered?.();
  };
  const sendAnswer = () => {
    const given = toAnswer(fields, draft);
    const issues = checkAnswer(asked, given);
    if (issues.length > 0) return showErrors(issuesByField(issues, names));
    const onError = (error: unknown) => showErrors(fieldErrorsOf(error, names, 'answer'));
    answer.mutate({ ...item, answer: given }, { onSuccess: done, onError });
  };
  const sendDecline = () => decline.mutate({ ...item, reason: DECLINED_REASON }, { onSuccess: done });
  const press = (act: () => void) => {
    if (!isBusy && unavailable === null) ifMeant(act);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    press(sendAnswer);
  };

  return (
    <chakra.form
      ref={form}
      className="pressable"
      noValidate
      onSubmit={submit}
      display="grid"
      gridTemplateColumns="minmax(0, 1fr)"
      gap="12px"
      aria-label="Answer"
    >
      {asked.mode === 'url' ? (
        <VisitAddress url={asked.url} />
      ) : (
        <>
          {asked.description && (
            <chakra.p whiteSpace="pre-wrap" overflowWrap="anywhere">
              {visibleText(asked.description)}
            </chakra.p>
          )}
          {fields.map((field) => (
            <FormField
              key={field.name}
              field={field}
              value={own(draft, field.name) ?? ''}
              error={own(errors, field.name)}
              onChange={(value) => change(field.name, value)}
            />
          ))}
        </>
      )}
      {errors[''] !== undefined && <Notice role="alert">{errors['']}</Notice>}
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap="8px">
        <chakra.p role="status" textStyle="xs" color="fg.muted" flex={{ base: '1 0 100%', sm: '1 1 200px' }}>
          {wasIgnored ? IGNORED : (unavailable ?? 'The answer goes to the agent. It approves nothing.')}
        </chakra.p>
        <chakra.div display="flex" gap="8px" ms="auto">
          <Button
            type="button"
            variant="outline"
            colorPalette="reject"
            disabled={isBusy || unavailable !== null}
            onClick={() => press(sendDecline)}
          >
            Decline
          </Button>
          <Button type="submit" disabled={isBusy || unavailable !== null}>
            {asked.mode === 'url' ? 'Done' : 'Answer'}
          </Button>
        </chakra.div>
      </chakra.div>
    </chakra.form>
  );
}

/** Nothing is fetched from there: only the person opens it, in a new tab that does not learn where they came from. */
function VisitAddress({ url }: { url: string }) {
  return (
    <chakra.div display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="8px" justifyItems="start">
      <OutsideAddress url={url} />
      <Notice>
        <p>This link leaves Countersign. Open it only if you trust this host, and press Done when you have finished.</p>
      </Notice>
      {/* A long host wraps: its end tells whose it is. */}
      <Button
        asChild
        variant="outline"
        colorPalette="neutral"
        h="auto"
        py="8px"
        maxW="100%"
        whiteSpace="normal"
        overflowWrap="anywhere"
        css={thumbHigh('40px')}
      >
        <a href={url} target="_blank" rel="noopener noreferrer" referrerPolicy="no-referrer">
          <ExternalLink size={16} aria-hidden />
          Open {visibleText(new URL(url).host)}
        </a>
      </Button>
    </chakra.div>
  );
}
