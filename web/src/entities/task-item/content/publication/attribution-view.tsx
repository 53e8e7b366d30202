import type { AttributedStep, Attribution } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { Check, TriangleAlert } from 'lucide-react';
import { plural } from '../../../../lib/text/plural.ts';
import { visibleName } from '../../../../lib/text/exact-text.ts';
import { visibleText } from '../../../../lib/text/visible-text.ts';
import { Notice } from '../../../../ui/feedback/notice.tsx';
import { inOrder } from '../../../../ui/text/in-order.tsx';
import { parts, saysWithin } from '../../seen/outline.ts';
import { SeenFact } from '../../seen/seen-text.tsx';
import { OutsideFile } from './outside-file.tsx';

/**
 * Which changed files belong to which approved steps: first those that belong to none, each of which must be opened.
 */
export function AttributionView({ attribution }: { attribution: Attribution }) {
  const { files, outside, within, rejected, notes } = attribution;
  const unlisted = outside.files - outside.listed.length;
  const inGroups = within.reduce((sum, group) => sum + group.files, 0);
  const inFurther = files - outside.files - inGroups;
  return (
    <chakra.section
      display="grid"
      gridTemplateColumns="minmax(0, 1fr)"
      gap="8px"
      aria-label="Where the changes come from"
    >
      {outside.files > 0 && (
        <Notice>
          <TriangleAlert size={16} aria-hidden />
          <chakra.div>
            <SeenFact part={parts.outside} name="Changed outside of any approved step">
              <strong>Changed outside of any approved step</strong>: {plural(outside.files, 'file')}. Open each before
              you approve.
            </SeenFact>
            <List>
              {outside.listed.map((path, index) => (
                <OutsideFile key={path} path={path} part={parts.outsideFile(index)} />
              ))}
              {unlisted > 0 && (
                <OutsideFile path={null} unlisted={unlisted} part={parts.outsideFile(outside.listed.length)} />
              )}
            </List>
          </chakra.div>
        </Notice>
      )}
      {rejected.length > 0 && (
        <Notice>
          <TriangleAlert size={16} aria-hidden />
          <SeenFact part={parts.rejected} name="Rejected, but changed anyway">
            <strong>Rejected, but changed anyway</strong>
            <List>
              {rejected.map(({ id, title, listed }) => (
                <li key={id}>
                  “{visibleText(title)}” in <Paths listed={listed} files={listed.length} />
                </li>
              ))}
            </List>
          </SeenFact>
        </Notice>
      )}
      {saysWithin(attribution) && (
        <SeenFact part={parts.within} name="Within approved steps">
          <chakra.div textStyle="sm" color="fg.muted" overflowWrap="anywhere">
            {outside.files === 0 && files > 0 && <AllWithin files={files} />}
            <List>
              {within.map((group) => (
                <li key={group.steps.map(({ id, how }) => id + how).join()}>
                  <Paths {...group} />: <Steps steps={group.steps} />
                  {group.moreSteps > 0 && ` and ${plural(group.moreSteps, 'more step')}`}
                </li>
              ))}
              {inFurther > 0 && <li>{plural(inFurther, 'more file')} within approved steps</li>}
              {notes.map((note) => (
                <li key={note}>{visibleText(note)}</li>
              ))}
            </List>
          </chakra.div>
        </SeenFact>
      )}
    </chakra.section>
  );
}

function AllWithin({ files }: { files: number }) {
  return (
    <chakra.p display="flex" alignItems="center" gap="6px" color="fg" css={{ '& svg': { flexShrink: 0 } }}>
      <Check size={14} aria-hidden style={{ pointerEvents: 'none' }} />
      {files === 1 ? '1 file, within an approved step' : `${plural(files, 'file')}, all within approved steps`}
    </chakra.p>
  );
}

function Paths({ listed, files }: { listed: readonly string[]; files: number }) {
  return (
    <>
      {listed.map((path, index) => (
        <span key={path}>
          {index > 0 && ', '}
          <Path>{inOrder(visibleName(path))}</Path>
        </span>
      ))}
      {files > listed.length && `${listed.length > 0 ? ' and ' : ''}${plural(files - listed.length, 'more file')}`}
    </>
  );
}

/**
 * "by" is said only of changes that a step was approved with; a change made while a command ran may have another cause.
 */
function Steps({ steps }: { steps: readonly AttributedStep[] }) {
  return steps.map(({ id, title, how }, index) => (
    <span key={id}>
      {index > 0 && '; '}
      {how === 'declared' ? `by “${visibleText(title)}”` : `while “${visibleText(title)}” ran`}
    </span>
  ));
}

const List = chakra('ul', { base: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '2px' } });

const Path = chakra('code', { base: { fontFamily: 'mono', fontSize: '0.75rem', fontVariantLigatures: 'none' } });
