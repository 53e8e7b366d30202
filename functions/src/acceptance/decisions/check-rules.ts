import { auditEvents, rules } from '../../store/firestore.ts';
import { millis, type ItemHistory } from './histories.ts';

/** Milliseconds around a change of the rules in which a question may have been stored before or after it. */
const MEANWHILE_MS = 1_000;

/**
 * What is wrong with what rules approved in a project: a use outside of the rule's lifetime, a wrong count of uses, or
 * a question that should have been approved according to `covers`.
 */
export async function checkRules(
  userId: string,
  histories: readonly ItemHistory[],
  covers: (history: ItemHistory) => boolean,
): Promise<string[]> {
  const [trail, stored] = await Promise.all([
    auditEvents().where('userId', '==', userId).where('action', 'in', ['rule_created', 'rule_revoked']).get(),
    rules().where('userId', '==', userId).get(),
  ]);
  const lives = new Map<string, { from: number; to: number }>();
  for (const event of trail.docs) {
    const { subjectId, action } = event.data();
    const life = lives.get(subjectId) ?? { from: 0, to: Infinity };
    life[action === 'rule_created' ? 'from' : 'to'] = millis(event.createTime);
    lives.set(subjectId, life);
  }
  const ruled = histories.filter(({ item }) => item.decidedByRule !== null);
  const outside = ruled.filter(({ item, createdAt }) => {
    const life = lives.get(item.decidedByRule?.id ?? '');
    return !life || createdAt < life.from || createdAt > life.to;
  });
  const missed = histories.filter(({ item, createdAt, entries }) => {
    const isCovered = ({ from, to }: { from: number; to: number }) =>
      from < createdAt - MEANWHILE_MS && createdAt < to - MEANWHILE_MS;
    return (
      !entries.some(({ what }) => what === 'by rule') &&
      covers({ item, createdAt, entries: [] }) &&
      [...lives.values()].some(isCovered)
    );
  });
  const kept = histories.filter(({ item, entries }) => {
    const asked = entries.find(({ what }) => what === 'rule ended');
    const ends = [...lives.values()].map(({ to }) => to);
    return asked !== undefined && (item.approvalEnded?.by !== 'rule' || !ends.some((to) => to <= asked.at));
  });
  const miscounted = stored.docs.filter((doc) => {
    const uses = ruled.filter(({ item }) => item.decidedByRule?.id === doc.id).length;
    return doc.data().timesUsed !== uses;
  });
  return [
    ...kept.map(({ item }) => `${item.id} is asked after all, and its rule was in force until its decision`),
    ...outside.map(({ item }) => `${item.id} was approved by a rule that was not in force`),
    ...missed.map(({ item }) => `${item.id} was asked although a rule approves it`),
    ...miscounted.map(({ id }) => `rule ${id} counts other uses than it has`),
  ];
}
