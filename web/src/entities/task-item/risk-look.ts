import type { Risk } from '@countersign/contract';
import type { PaletteName } from '../../ui/theme/colors.ts';

export interface RiskLook {
  kind: 'low' | 'medium' | 'high' | 'unknown' | 'none';
  word: string;
  tone: PaletteName;
}

/** The word and colour of a judgement. A level from a later version is unknown, and so not taken for harmless. */
export function riskLookOf(risk: Risk | null | undefined): RiskLook {
  if (!risk) return { kind: 'none', word: 'Not judged', tone: 'waiting' };
  if (!risk.judged) return { kind: 'unknown', word: 'Cannot be judged', tone: 'reject' };
  if (risk.level === 'low') return { kind: 'low', word: 'Low risk', tone: 'neutral' };
  if (risk.level === 'medium') return { kind: 'medium', word: 'Medium risk', tone: 'waiting' };
  return { kind: 'high', word: 'High risk', tone: 'reject' };
}

/** The colour that marks a reason and the part it is about. */
export function toneOfLevel(level: string): PaletteName {
  return level === 'low' ? 'neutral' : level === 'medium' ? 'waiting' : 'reject';
}
