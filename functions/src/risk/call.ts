import type { RiskSpan } from '@countersign/contract';
import type { Setting } from './judge-path.ts';
import type { Weight } from './report.ts';
import type { Arg } from './words.ts';

/** One simple command: a program with its arguments. */
export interface Call {
  name: string;
  /** Program and arguments. */
  span: RiskSpan;
  args: Arg[];
  /** Whether something from the network is piped into it. */
  isFed: 'by nothing known' | 'by the network';
  setting: Setting;
  /** How many programs run this one: `timeout 10 nice …`. */
  depth: number;
  /** Judges a script that is given as an argument. */
  judgeScript: (script: Arg, call: Call) => void;
}

/** Reports what a call of the program means. */
export type Rule = (call: Call) => void;

/** A rule that reports the same for every call. */
export function always(weight: Weight, text: string): Rule {
  return ({ setting, span }) => setting.report.add(weight, text, span);
}

/** The first argument, if its value is known. */
export function subcommandOf({ args }: Call): string | null {
  const [first] = args;
  return first?.value ?? null;
}
