import fc from 'fast-check';
import type { Attribution as Told } from '@countersign/contract';
import { createAttribution, type Attribution } from '../attribution.ts';
import type { Step } from '../step.ts';
import { BASE, HIDDEN, type World } from './worlds.ts';

/** What agent and person do, one after the other; `which` selects one of the things available then. */
export type Act =
  | { does: 'command'; which: number; isBlind: boolean }
  | { does: 'edit'; which: number; asRejected: boolean }
  | { does: 'reject'; which: number }
  | { does: 'carryOut'; which: number; rightly: boolean }
  | { does: 'write'; which: number; how: 'fresh' | 'rejected' | 'gone' }
  | { does: 'undo'; which: number }
  | { does: 'hide' }
  | { does: 'reveal' }
  | { does: 'end'; which: number; late: boolean }
  | { does: 'turn' }
  | { does: 'kill'; which: number; writes: boolean };

const which = fc.nat(1_000);
const act: fc.Arbitrary<Act> = fc.oneof(
  fc.record({ does: fc.constant('command' as const), which, isBlind: fc.boolean() }),
  fc.record({ does: fc.constant('edit' as const), which, asRejected: fc.boolean() }),
  fc.record({ does: fc.constant('reject' as const), which }),
  fc.record({ does: fc.constant('carryOut' as const), which, rightly: fc.boolean() }),
  fc.record({ does: fc.constant('carryOut' as const), which, rightly: fc.constant(true) }),
  fc.record({ does: fc.constant('write' as const), which, how: fc.constantFrom('fresh', 'rejected', 'gone') }),
  fc.record({ does: fc.constant('undo' as const), which }),
  fc.record({ does: fc.constant('hide' as const) }),
  fc.record({ does: fc.constant('reveal' as const) }),
  fc.record({ does: fc.constant('end' as const), which, late: fc.boolean() }),
  fc.record({ does: fc.constant('end' as const), which, late: fc.boolean() }),
  fc.record({ does: fc.constant('turn' as const) }),
  fc.record({ does: fc.constant('kill' as const), which, writes: fc.boolean() }),
);

/** Scripts of up to so many acts. */
export const scripts = (maxLength: number): fc.Arbitrary<Act[]> => fc.array(act, { minLength: 5, maxLength });

/** What a person must be told, in a form that can be compared. */
export interface Truth {
  outside: string[];
  /** Path → the steps that it belongs to. */
  within: Record<string, string[]>;
  /** Rejected steps whose changes are there all the same. */
  rejected: string[];
}

/** The truth about a file that differs from the base: who has written it since it last equalled the base. */
interface Written {
  steps: Map<string, 'declared' | 'while'>;
  isOutside: boolean;
}
interface Running {
  id: string;
  /** The files could not be looked at when it began, so what was there before is unknown until the next look. */
  isBlind?: boolean;
  /** For an edit: its file, the text that should be in it, and whether the person saw all of it. */
  edit: { path: string; text: string; isWhole: boolean } | null;
}

const PATHS = ['a.txt', 'b.txt', 'c.txt', 'new-1.txt', 'new-2.txt'];
const log = Object.assign(() => undefined, { connect: () => undefined, flush: async () => undefined });
const of = <T>(all: readonly T[], at: number): T | undefined => all[at % Math.max(all.length, 1)];

/** Plays a script; resolves with what the runner says in the end and what the script knows to be true. */
export async function play(script: readonly Act[], world: World): Promise<{ told: Truth; truth: Truth }> {
  let made = 0;
  let attribution: Attribution = begin(null);
  let written = new Map<string, Written>();
  let running: Running[] = [];
  /** Rejected steps whose text has not been approved since. */
  let rejected: { id: string; path: string; text: string }[] = [];
  /** Which steps ran when the hidden file was written; null where there is none, or it is no longer hidden. */
  let hidden: { steps: ReadonlySet<string> } | null = null;
  let isRevealed = false;
  /** Files written since the last look. */
  let touched = new Set<string>();

  function begin(saved: string | null): Attribution {
    return createAttribution({ files: world.files(), saved, log, now: world.now });
  }
  const held = (path: string) => world.copy().get(path) ?? null;
  const fresh = () => `text ${(made += 1)}.\n`;
  const looked = async () => {
    await attribution.prepare().looked;
    touched = new Set();
    for (const step of running) step.isBlind = false;
    await world.tick();
  };

  /** Writes a file, on anyone's behalf: it belongs to what runs. */
  const write = (path: string, text: string | null, ran = running) => {
    const before = held(path);
    if (text === before) return;
    world.write(path, text);
    touched.add(path);
    if (text === (BASE.get(path) ?? null)) return void written.delete(path);
    const file = written.get(path) ?? { steps: new Map<string, 'declared' | 'while'>(), isOutside: false };
    const owners = ran.filter(({ edit, isBlind }) => !isBlind && (edit === null || edit.path === path));
    for (const { id, edit } of owners) file.steps.set(id, edit === null ? 'while' : 'declared');
    written.set(path, { ...file, isOutside: file.isOutside || owners.length === 0 });
  };
  /** Ends a step; what an edit was approved with is compared with what is there. */
  const ended = ({ id, edit }: Running) => {
    running = running.filter((one) => one.id !== id);
    const file = edit && written.get(edit.path);
    if (!file) return;
    if (held(edit.path) !== edit.text) {
      if (file.steps.delete(id)) file.isOutside = true;
    } else if (edit.isWhole) {
      written.set(edit.path, { steps: new Map([[id, 'declared']]), isOutside: false });
    }
  };
  const open = async (step: Step, edit: Running['edit'], isBlind = false) => {
    attribution.asks(step);
    await attribution.opens(step);
    if (!isBlind) {
      touched = new Set();
      for (const one of running) one.isBlind = false;
    }
    running.push({ id: step.id, edit, isBlind });
    await world.tick();
  };
  const stepOf = (path: string | null, newText: string): Step => {
    const id = `step-${(made += 1)}`;
    const changes = path === null ? [] : [{ path, oldText: held(path), newText }];
    return { id, title: `Step ${id}`, kind: path === null ? 'execute' : 'edit', changes, places: [] };
  };

  const acts: { [Name in Act['does']]: (act: Extract<Act, { does: Name }>) => Promise<void> } = {
    async command({ isBlind }) {
      const blinds = isBlind ? world.break : undefined;
      blinds?.(true);
      await open(stepOf(null, ''), null, blinds !== undefined);
      blinds?.(false);
    },
    async edit({ which: at, asRejected }) {
      const again = asRejected ? of(rejected, at) : undefined;
      const path = again?.path ?? PATHS[at % PATHS.length] ?? '';
      // Two edits of one file at the same time would match neither approval.
      if (running.some(({ edit }) => edit?.path === path)) return;
      const text = again === undefined ? fresh() : `${again.text}${fresh()}`;
      const isWhole = held(path) === null;
      rejected = rejected.filter((step) => step.path !== path || !text.includes(step.text));
      await open(stepOf(path, text), { path, text, isWhole });
    },
    async reject({ which: at }) {
      const path = PATHS[at % PATHS.length] ?? '';
      const text = fresh();
      const step = stepOf(path, text);
      attribution.asks(step);
      attribution.rejects(step.id);
      rejected.push({ id: step.id, path, text });
      await looked();
    },
    async carryOut({ which: at, rightly }) {
      const edit = of(running, at)?.edit;
      // Otherwise a file that something else wrote meanwhile could look as at the last look, and the change stay unnoticed.
      if (edit && touched.has(edit.path)) await looked();
      if (edit) write(edit.path, rightly ? edit.text : fresh());
      await world.tick();
    },
    async write({ which: at, how }) {
      const path = PATHS[at % PATHS.length] ?? '';
      const unwanted = of(rejected, at);
      const isGone = how === 'gone' && BASE.has(path);
      if (how === 'rejected' && unwanted) write(unwanted.path, `${fresh()}${unwanted.text}`);
      else {
        // As in carryOut: deleted, written and deleted again between two looks, it is as it was, and the change unnoticed.
        if (isGone && touched.has(path)) await looked();
        write(path, isGone ? null : fresh());
      }
      await world.tick();
    },
    async undo({ which: at }) {
      const path = PATHS[at % PATHS.length] ?? '';
      write(path, BASE.get(path) ?? null);
      // Looks while the file is as in the base: otherwise its former writers would still count.
      await looked();
    },
    async hide() {
      if (isRevealed) return;
      world.write(HIDDEN, fresh());
      hidden = { steps: new Set(running.map(({ id }) => id)) };
      // For as long as the file clock may lag.
      await world.tick();
      await world.tick();
    },
    async reveal() {
      if (hidden === null) return;
      const { steps } = hidden;
      hidden = null;
      isRevealed = true;
      world.reveal();
      const owners = running.filter(({ id, edit, isBlind }) => edit === null && !isBlind && steps.has(id));
      written.set(HIDDEN, {
        steps: new Map(owners.map(({ id }) => [id, 'while'] as const)),
        isOutside: owners.length === 0,
      });
      await looked();
    },
    async end({ which: at, late }) {
      const step = of(running, at);
      if (step === undefined) return;
      attribution.closes(step.id);
      // A file whose content at the step's end is no longer known would be attributed to more than wrote it.
      const path = of(
        PATHS.filter((one) => !touched.has(one) && step.edit === null),
        at,
      );
      ended(step);
      if (late && path !== undefined) {
        await world.tick();
        write(path, fresh());
      }
      await looked();
    },
    async turn() {
      attribution.closesAll();
      for (const step of [...running]) ended(step);
      await looked();
    },
    async kill({ which: at, writes }) {
      const since = attribution.running();
      const files = world.copy();
      const then = new Map(
        [...written].map(([path, { steps, isOutside }]) => [path, { steps: new Map(steps), isOutside }]),
      );
      const path = PATHS[at % PATHS.length] ?? '';
      const saved = writes ? (write(path, fresh()), await attribution.saved(since)) : await attribution.saved(since);
      written = then;
      await world.restart(files);
      if (writes && held(path) !== (BASE.get(path) ?? null)) {
        // Written while the files were being saved: what the next container finds in it was there while all these ran.
        const file = written.get(path) ?? { steps: new Map<string, 'declared' | 'while'>(), isOutside: false };
        const owners = running.filter(({ edit, isBlind }) => !isBlind && (edit === null || edit.path === path));
        for (const { id, edit } of owners) file.steps.set(id, edit === null ? 'while' : 'declared');
        written.set(path, { ...file, isOutside: file.isOutside || owners.length === 0 });
      }
      attribution = begin(saved);
      for (const step of [...running]) ended(step);
      await looked();
      // A file put there just before a step begins cannot be told apart from what the step makes.
      await world.tick();
    },
  };

  for (const one of script) await (acts[one.does] as (act: Act) => Promise<void>)(one);
  attribution.closesAll();
  await looked();
  for (const step of [...running]) ended(step);
  const told = await attribution.ofCommit(world.checkout, await world.commit());
  return { told: asTruth(told), truth: truthOf(written, rejected, held) };
}

function asTruth({ outside, within, rejected }: Told): Truth {
  const steps = within.flatMap((group) =>
    group.listed.map((path) => [path, group.steps.map(({ id, how }) => `${how} ${id}`).sort()] as const),
  );
  const bySteps = Object.fromEntries(steps.sort(([a], [b]) => (a < b ? -1 : 1)));
  return { outside: outside.listed, within: bySteps, rejected: rejected.map(({ id }) => id).sort() };
}

function truthOf(
  written: ReadonlyMap<string, Written>,
  rejected: readonly { id: string; path: string; text: string }[],
  held: (path: string) => string | null,
): Truth {
  const paths = [...written.keys()].sort();
  const isOutside = (path: string) => written.get(path)?.isOutside === true;
  const stepsOf = (path: string) => [...(written.get(path)?.steps ?? [])].map(([id, how]) => `${how} ${id}`).sort();
  return {
    outside: paths.filter(isOutside),
    within: Object.fromEntries(paths.filter((path) => !isOutside(path)).map((path) => [path, stepsOf(path)])),
    rejected: rejected.flatMap(({ id, path, text }) => (held(path)?.includes(text.trimEnd()) ? [id] : [])).sort(),
  };
}
