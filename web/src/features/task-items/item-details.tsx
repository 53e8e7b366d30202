import { Clamp } from '../../ui/clamp.tsx';
import type { ItemSubject } from '../../ui/content/describe-content.ts';
import { ItemSubjectView } from '../../ui/content/item-subject-view.tsx';

const HEIGHT_PX = 320;

/** A tool's parameters, or a file, cut in height. */
export function ItemDetails({ title, subject }: { title: string; subject: ItemSubject }) {
  return (
    <Clamp height={HEIGHT_PX} of={title}>
      <ItemSubjectView subject={subject} unified />
    </Clamp>
  );
}
