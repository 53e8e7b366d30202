import { sendMessage, type Task } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { Send, Square } from 'lucide-react';
import { type ChangeEvent, type KeyboardEvent, useState } from 'react';
import { hasEnded } from '../../entities/task/task-state.ts';
import { useOnline } from '../../lib/device/use-online.ts';
import { useForm } from '../../lib/forms/use-form.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { Textarea } from '../../ui/forms/textarea.tsx';
import { useToastsAboveBars } from '../../ui/toaster/use-toasts-above.ts';
import { mayHaveArrived, useSendMessage, useStopAgent } from './mutations.ts';
import { useKeptMessage } from './use-kept-message.ts';

/**
 * Sends a message to the agent, which reopens an ended task, or stops the agent. The text stays until it is sent, also
 * over a reload.
 */
export function MessageForm({ task }: { task: Task }) {
  const send = useSendMessage(task.id);
  const stop = useStopAgent(task.id);
  const online = useOnline();
  const [frame, setFrame] = useState<HTMLElement | null>(null);
  // With those of the requests above it, whose decisions stand at the lower edge of a phone.
  useToastsAboveBars(frame && document.body);
  const kept = useKeptMessage(task.id);
  const { draft } = kept;
  const form = useForm({
    initial: { text: draft?.text ?? '' },
    schema: sendMessage,
    toBody: ({ text }) => ({ text }),
    send: async ({ text }) => {
      const before = kept.now()?.attempt;
      const attempt = before?.text === text ? before : { text, key: crypto.randomUUID() };
      kept.set({ text, attempt });
      try {
        await send.mutateAsync(attempt);
      } catch (error) {
        if (!mayHaveArrived(error)) kept.set({ text: kept.now()?.text ?? '' });
        throw error;
      }
      kept.finish(text);
    },
  });
  const field = form.text('text');
  const onChange = (event: ChangeEvent<HTMLTextAreaElement>) => {
    // With the attempt, where there is one: the same text may be typed again.
    kept.set({ attempt: kept.now()?.attempt, text: event.target.value });
    field.onChange(event);
  };

  const ended = hasEnded(task);
  if (ended && task.keptByHand) {
    return <chakra.p color="fg.muted">This task has ended. Reopen it to let an agent work on it.</chakra.p>;
  }
  if (task.keptByHand) {
    return <chakra.p color="fg.muted">You handle this task yourself; no agent works on it.</chakra.p>;
  }
  const submit = async () => {
    if (form.submitting || !online) return;
    if (await form.submit()) form.reset();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void submit();
  };
  return (
    <chakra.form
      ref={setFrame}
      data-covers="bottom"
      noValidate
      display="grid"
      gap="8px"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Field
        label="Message to the agent"
        error={form.errors.text ?? form.formError}
        helper={
          online ? `${reach(task)} A message never approves anything.` : 'You are offline. Messages need the network.'
        }
      >
        <Textarea rows={2} {...field} onChange={onChange} onKeyDown={onKeyDown} />
      </Field>
      {!form.submitting && draft?.attempt?.text === form.values.text && (
        <chakra.p textStyle="sm" color="fg.muted">
          It may already have arrived. If you send it again unchanged, it counts as the same message.
        </chakra.p>
      )}
      <chakra.div display="flex" gap="8px">
        <Button type="submit" disabled={form.submitting || !online}>
          <Send size={16} aria-hidden />
          {ended ? 'Send and reopen' : 'Send'}
        </Button>
        {task.canStop && (
          <Button
            variant="outline"
            colorPalette="neutral"
            disabled={stop.isPending || !online}
            onClick={() => stop.mutate()}
          >
            <Square size={16} aria-hidden />
            Stop
          </Button>
        )}
      </chakra.div>
    </chakra.form>
  );
}

function reach(task: Task): string {
  if (hasEnded(task))
    return 'This task has ended. Your message reopens it, and the agent goes on from what was saved, or begins again.';
  if (task.status === 'rejected' && task.containerId === null)
    return 'This task was not started. Reopen it, and the agent gets your message.';
  return 'It reaches the agent at its next turn.';
}
