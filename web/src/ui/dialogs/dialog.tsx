import { Dialog as Parts } from '@chakra-ui/react/dialog';
import { Portal } from '@chakra-ui/react/portal';
import { chakra } from '@chakra-ui/react/styled-system';
import { X } from 'lucide-react';
import { type FormEvent, type ReactElement, type ReactNode, type RefObject, useState } from 'react';
import { useClosedByBack } from '../../lib/navigation/use-closed-by-back.ts';
import { visibleText } from '../../lib/text/visible-text.ts';
import { Button } from '../buttons/button.tsx';
import { useToastsAbove } from '../toaster/use-toasts-above.ts';

export interface DialogProps {
  open: boolean;
  onClose: () => void;
  /** May be an agent's text: invisible characters in it are made visible. */
  title: string | ReactElement;
  description?: ReactNode;
  children?: ReactNode;
  /** Its actions, the main one last. */
  footer?: ReactNode;
  /**
   * If given, the dialog is a form: Enter and the submit button in the footer call it; the page is not reloaded. A
   * click outside does not close it, because typed text would be lost.
   */
  onSubmit?: () => void;
  /**
   * Its request is on its way to the server: it cannot be closed, because the reply would close, empty or leave
   * whatever is shown by then.
   */
  busy?: boolean;
  size?: 'sm' | 'md' | 'lg';
  /** `alertdialog` for confirmations: a click outside does not close it. */
  role?: 'dialog' | 'alertdialog';
  initialFocus?: RefObject<HTMLElement | null>;
}

/**
 * A modal dialog: keeps the focus inside and returns it on closing; Escape and going back close it; a full-height sheet on
 * phones.
 */
export function Dialog(props: DialogProps) {
  const { open, onClose, title, description, children, footer, onSubmit, size = 'md', role = 'dialog' } = props;
  const { busy = false } = props;
  const [actions, setActions] = useState<HTMLElement | null>(null);
  const [question, setQuestion] = useState<HTMLElement | null>(null);
  useToastsAbove(actions, question);
  const close = () => !busy && onClose();
  useClosedByBack(open, close);
  const content = (
    <>
      <Parts.Header display="block">
        <Parts.Title overflowWrap="anywhere">{typeof title === 'string' ? visibleText(title) : title}</Parts.Title>
        {description && <Parts.Description>{description}</Parts.Description>}
      </Parts.Header>
      <Parts.Body>{children}</Parts.Body>
      {footer && <Parts.Footer ref={setActions}>{footer}</Parts.Footer>}
    </>
  );
  return (
    <Parts.Root
      open={open}
      onOpenChange={(details) => !details.open && close()}
      role={role}
      size={size as 'sm'}
      lazyMount
      unmountOnExit
      closeOnInteractOutside={role === 'dialog' && !onSubmit}
      // A navigation or a closing dialog moves the focus by itself; only a person closes this one.
      onFocusOutside={(event) => event.preventDefault()}
      initialFocusEl={props.initialFocus ? () => props.initialFocus?.current ?? null : undefined}
    >
      <Portal>
        <Parts.Backdrop />
        <Parts.Positioner>
          {/* At the lower edge of a phone, a toast right above its buttons would cover what they answer. */}
          <Parts.Content ref={role === 'alertdialog' ? setQuestion : undefined}>
            {onSubmit ? (
              <Form noValidate onSubmit={submitWith(onSubmit)}>
                {content}
              </Form>
            ) : (
              content
            )}
            <Parts.CloseTrigger asChild>
              <Button
                variant="ghost"
                colorPalette="neutral"
                size="sm"
                px="0"
                aria-label="Close"
                {...(busy ? inert : {})}
              >
                <X size={20} aria-hidden />
              </Button>
            </Parts.CloseTrigger>
          </Parts.Content>
        </Parts.Positioner>
      </Portal>
    </Parts.Root>
  );
}

// Not `disabled`: the focus needs a place to stay.
const inert = { 'aria-disabled': true, opacity: 0.5 };

const Form = chakra('form', { base: { display: 'flex', flexDirection: 'column', flex: 1, minHeight: 0 } });

const submitWith = (onSubmit: () => void) => (event: FormEvent) => {
  event.preventDefault();
  // React bubbles events through portals: a dialog opened inside another form must not submit that one too.
  event.stopPropagation();
  onSubmit();
};
