import type * as z from 'zod/mini';
import { type ChangeEvent, useEffect, useRef, useState } from 'react';
import { messageOf } from '../api.ts';
import { changedFields } from './changed-fields.ts';
import { type FieldErrors, fieldErrorsOf, issuesByField } from './server-issues.ts';

interface FormOptions<Values extends object, Sent> {
  /** A field's value until it is typed into; may arrive, or change, while the form is open. */
  initial: Values;
  /** Makes the request body from the typed values; the contract's schema checks it before the server does. */
  toBody: (values: Values) => Sent;
  schema?: z.ZodMiniType<unknown, Sent>;
  /** Rejects if the server refuses; the typed values stay, and its issues appear beside their fields. */
  send: (body: Sent) => Promise<unknown>;
}

/** The state of one form: values, an error per field, and submitting. */
export function useForm<Values extends object, Sent>({ initial, toBody, schema, send }: FormOptions<Values, Sent>) {
  const [typed, setTyped] = useState<Partial<Values>>({});
  const [errors, setErrors] = useState<FieldErrors>({});
  const [submitting, setSubmitting] = useState(false);
  const [refusals, setRefusals] = useState(0);
  /** What was sent last, until the form is emptied of it. */
  const sent = useRef<Partial<Values>>(undefined);
  const values: Values = { ...initial, ...typed };
  const fields = Object.keys(initial);
  /** Whether anything differs from how it was, and would be lost with the form. */
  const isTyped = Object.keys(changedFields(values, initial)).length > 0;

  // The button may be far below: the focus moves to the first field that must be corrected.
  useEffect(() => {
    if (refusals > 0)
      document.querySelector<HTMLElement>('form :is(input, textarea, select)[aria-invalid="true"]')?.focus();
  }, [refusals]);

  const refuse = (found: FieldErrors) => {
    setErrors(found);
    setRefusals((before) => before + 1);
    return false;
  };

  const change = (name: string, value: unknown) => {
    setTyped((before) => ({ ...before, [name]: value }));
    setErrors((before) => ({ ...before, [name]: undefined, '': undefined }));
  };

  const set = <Name extends keyof Values & string>(name: Name, value: Values[Name]) => change(name, value);

  /** Props of a text control: name, value and onChange. */
  const text = <Name extends keyof Values & string>(name: Name) => ({
    name,
    value: String(values[name]),
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => change(name, target.value),
  });

  /** Checks and sends; true if it succeeded. Never rejects: the mutation's toast reports a failure. */
  const submit = async (): Promise<boolean> => {
    const body = toBody(values);
    const checked = schema?.safeParse(body);
    if (checked && !checked.success) return refuse(issuesByField(checked.error.issues, fields));
    setErrors({});
    setSubmitting(true);
    try {
      await send(body);
      sent.current = typed;
      return true;
    } catch (error) {
      const found = fieldErrorsOf(error, fields);
      return refuse(Object.keys(found).length > 0 ? found : { '': messageOf(error) });
    } finally {
      setSubmitting(false);
    }
  };

  /** Empties the form; what was typed while it was being sent stays. */
  const reset = () => {
    const gone = sent.current;
    sent.current = undefined;
    setTyped((now) => (gone ? changedFields(now, gone) : {}));
    setErrors({});
  };

  return { values, set, text, errors, formError: errors[''], isTyped, submitting, submit, reset };
}
