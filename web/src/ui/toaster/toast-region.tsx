import { chakra } from '@chakra-ui/react/styled-system';
import { Toast, Toaster } from '@chakra-ui/react/toast';
import { CircleAlert, CircleCheck, Hourglass, X } from 'lucide-react';
import { useLayoutEffect } from 'react';
import { Link } from 'react-router-dom';
import { visibleText } from '../../lib/text/visible-text.ts';
import { useAfter } from '../../lib/timing/use-after.ts';
import { Button } from '../buttons/button.tsx';
import { LOW } from '../viewport/media.ts';
import type { ToastAction, ToastMeta } from './toast.ts';
import { toastStore, TOASTS_BESIDE } from './toast-store.ts';
import { useSwipeDismiss } from './use-swipe-dismiss.ts';
import { useToastFocus } from './use-toast-focus.ts';

interface ToastRegionProps {
  /** Whether the page has the sidebar at its left, if there is room. */
  hasSidebar?: boolean;
}

/** Where toasts appear; mounted once by the app. It begins empty: what is still stored was told on another page, or to somebody else. */
export function ToastRegion({ hasSidebar = false }: ToastRegionProps) {
  const focus = useToastFocus();
  useLayoutEffect(() => void toastStore.remove(), []);
  return (
    <Toaster
      toaster={toastStore}
      insetInline={{ mdDown: '16px' }}
      css={hasSidebar ? besideSidebar : undefined}
      {...focus}
    >
      {(toast) => (
        <ToastCard
          id={toast.id}
          type={toast.type}
          title={toast.title}
          description={toast.description}
          action={toast.action}
          {...(toast.meta as ToastMeta | undefined)}
        />
      )}
    </Toaster>
  );
}

const besideSidebar = {
  [TOASTS_BESIDE]: { base: '0px', md: 'sizes.sidebar' },
  [LOW]: { [TOASTS_BESIDE]: '0px' },
};

/** The longest delay that a timer can have. */
const LONGEST_MS = 2 ** 31 - 1;

interface ToastCardProps extends ToastMeta {
  id?: string;
  type?: string;
  title?: React.ReactNode;
  description?: React.ReactNode;
  action?: ToastAction;
}

const icons: Record<string, typeof CircleCheck> = { error: CircleAlert, loading: Hourglass };
const colors: Record<string, string> = { error: 'reject.fg', loading: 'fg.muted' };

function ToastCard({ id, type = 'success', title, description, action, reason, link }: ToastCardProps) {
  const swipe = useSwipeDismiss(() => toastStore.dismiss(id));
  const Icon = icons[type] ?? CircleCheck;
  const isOver = useAfter(action?.forMs ?? LONGEST_MS, id);
  return (
    <Toast.Root {...swipe.handlers}>
      <Toast.Title color={colors[type] ?? 'approve.fg'} display="flex" style={swipe.style}>
        <Icon size={20} aria-hidden />
      </Toast.Title>
      <chakra.div style={swipe.style} flex="1" minW={0} display="flex" alignItems="center" gap="12px">
        <chakra.div flex="1" minW={0}>
          <Toast.Title>{title}</Toast.Title>
          {description && <Toast.Description>{description}</Toast.Description>}
          {reason && (
            <chakra.p textStyle="sm" color="fg.muted" overflowWrap="anywhere">
              {visibleText(reason)}
            </chakra.p>
          )}
        </chakra.div>
        {action && !isOver && (
          <Toast.ActionTrigger asChild>
            <Button variant="outline" colorPalette="neutral" size="sm">
              {action.label}
            </Button>
          </Toast.ActionTrigger>
        )}
        {link && (
          <Button asChild variant="outline" colorPalette="neutral" size="sm" onClick={() => toastStore.dismiss(id)}>
            <Link to={link.to}>{link.label}</Link>
          </Button>
        )}
      </chakra.div>
      <Toast.CloseTrigger asChild>
        <Button variant="ghost" colorPalette="neutral" size="sm" px="0" aria-label="Dismiss">
          <X size={16} aria-hidden />
        </Button>
      </Toast.CloseTrigger>
    </Toast.Root>
  );
}
