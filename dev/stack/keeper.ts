import { NoAnswerError } from '../lib/export.ts';
import { pause } from '../lib/service.ts';
import { saveData, type DataSource } from './saved-data.ts';

/** Frequent, so that little is lost if a run ends abruptly (a kill, a power failure). */
const EVERY_MS = 3 * 60_000;
const AGAIN_MS = 5_000;

export interface KeeperOptions {
  folder: string;
  source: DataSource;
  say: (text: string) => void;
  /** Whether the emulator with the documents (or, if those are somebody else's, with the accounts) has ended. */
  hasEnded: () => boolean;
  everyMs?: number;
  againMs?: number;
}

/** Keeps the data of a running stack, now and then and at its end. */
export class Keeper {
  private timer: NodeJS.Timeout | undefined;
  private saving: Promise<unknown> = Promise.resolve();
  private lastWords = '';
  private isStopped = false;

  constructor(private readonly options: KeeperOptions) {}

  /** Saves at once, and from now on every few minutes. A failure is reported, and the next save tries again. */
  async begin(): Promise<void> {
    const save = () =>
      this.save().then(
        () => (this.lastWords = ''),
        (error: unknown) => {
          if (!this.isStopped)
            this.sayOnce(`The data could not be kept: ${words(error)}. This is tried again every few minutes.`);
        },
      );
    this.timer = setInterval(() => void save(), this.options.everyMs ?? EVERY_MS);
    await save();
  }

  stop(): void {
    this.isStopped = true;
    clearInterval(this.timer);
  }

  /** The last save: tries until it works, or a person's next key press gives up. False if the data was not kept. */
  async finish(nextPress: () => Promise<void>): Promise<boolean> {
    this.stop();
    let isGivenUp = false;
    let givenUp: Promise<void> | undefined;
    for (;;) {
      const saved = this.save().then(
        () => true,
        (error: unknown) => {
          if (!isGivenUp) this.sayFailure(error);
          return false;
        },
      );
      await Promise.race([saved, ...(givenUp ? [givenUp] : [])]);
      if (isGivenUp) return false;
      if (await saved) return true;
      if (this.options.hasEnded()) return false;
      givenUp ??= nextPress().then(() => void (isGivenUp = true));
      await Promise.race([pause(this.options.againMs ?? AGAIN_MS), givenUp]);
      if (isGivenUp) return false;
    }
  }

  private sayFailure(error: unknown): void {
    this.sayOnce(
      this.options.hasEnded()
        ? `The data of this run could not be kept: what held it has ended. The next start has what was kept before.`
        : `The data of this run could not be kept: ${words(error)}.\nThis is tried again until it works; Ctrl-C gives up, and the next start has the data kept before.`,
    );
  }

  /** One after the other: they write to the same place. */
  private async save(): Promise<void> {
    const mine = this.saving.then(() => saveData(this.options.folder, this.options.source));
    this.saving = mine.catch(() => undefined);
    const { hasNewAccounts } = await mine;
    if (!hasNewAccounts)
      this.sayOnce('The documents were kept, with the accounts as they were kept before: their emulator has ended.');
  }

  private sayOnce(text: string): void {
    if (text !== this.lastWords) this.options.say(text);
    this.lastWords = text;
  }
}

function words(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error instanceof NoAnswerError && error.cause instanceof Error
    ? `${error.message} (${error.cause.message})`
    : error.message;
}
