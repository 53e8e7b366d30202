import { optional } from '../../ui/loading/optional.ts';
import { Settled } from '../../ui/loading/settled.tsx';

const UpdatePrompt = optional(async () => ({ default: (await import('./update-prompt.tsx')).UpdatePrompt }));

/** The update prompt, after the page: the offline worker that it registers fetches all files of the app. */
export function LateUpdatePrompt() {
  return (
    <Settled>
      <UpdatePrompt />
    </Settled>
  );
}
