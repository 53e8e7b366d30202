import { createTurn, type Turn } from './turn.ts';

/** The current turn, for whatever arrives beside it. */
export interface CurrentTurn {
  readonly turn: Turn;
  begin(turn: Turn): void;
}

/** Before the first prompt it is a turn in which nothing happens. */
export function createCurrentTurn(): CurrentTurn {
  let turn = createTurn();
  return {
    get turn() {
      return turn;
    },
    begin: (next) => void (turn = next),
  };
}
