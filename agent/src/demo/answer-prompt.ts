import type { AgentContext, StopReason } from '@agentclientprotocol/sdk';
import { saveSession, type DemoSession } from './demo-session.ts';
import { makeVoice, type Voice } from './voice.ts';
import { stepsFor, writeStep } from './make-steps.ts';
import { askPerson } from './ask-person.ts';
import { behindTask, countOf, fileNamedIn, taskIn, wishesIn } from './parse-task.ts';
import { perform, type DemoTurn } from './perform.ts';
import { placeInCheckout } from './place-in-checkout.ts';
import { pastOf, titleOf, type Step } from './step.ts';
import { count, summaryOf, survey } from './survey.ts';

const introduction =
  'I am the demo agent, and work without a model. I take the small, predictable steps that the task names, and ask before each.';

/** Answers one prompt: begins a task, or continues it after a rejection, a message or a restart. */
export async function answerPrompt(text: string, session: DemoSession, client: AgentContext): Promise<StopReason> {
  const turn = new AbortController();
  session.turn = turn;
  const voice = makeVoice(session, client);
  try {
    if (session.state.task === null) await begin(text, session, voice);
    else await goOn(text, session, voice);
    return await work({ session, client, voice, signal: turn.signal });
  } finally {
    session.turn = null;
    await saveSession(session);
  }
}

async function begin(text: string, session: DemoSession, voice: Voice): Promise<void> {
  const { state, cwd } = session;
  const task = taskIn(text) ?? { id: 'demo', title: firstLine(text), text };
  const found = await survey(cwd);
  state.task = task;
  state.steps = await stepsFor(task, wishesIn(`${task.title}\n${task.text}`), found, cwd);
  const answers = await takeMessages(text, session);
  await saveSession(session);
  await voice.say(introduction);
  await voice.look(found);
  for (const answer of answers) await voice.say(answer);
}

/** What was said is saved before it is answered, so that an answer means that it is saved. */
async function goOn(text: string, session: DemoSession, voice: Voice): Promise<void> {
  const answers: string[] = [];
  for (const { title, reason } of rejectionsIn(behindTask(text))) {
    const step = session.state.steps.find((candidate) => candidate.status === 'open' && titleOf(candidate) === title);
    if (step) answers.push(await takeReason(step, reason, session));
    else
      answers.push(
        `Understood: “${reason}”. I have no other way to do “${title}” without a model, so I leave it as it is.`,
      );
  }
  answers.push(...(await takeMessages(text, session)));
  await saveSession(session);
  for (const answer of answers) await voice.say(answer);
}

/** A reason that names another file changes the step; any other drops it. Returns a sentence that says which. */
async function takeReason(step: Step, reason: string, { state, cwd }: DemoSession): Promise<string> {
  const named = fileNamedIn(reason);
  const other = named && (await placeInCheckout(named, cwd));
  if (step.kind === 'write' && other !== null && other !== step.path) {
    step.status = 'skipped';
    state.steps.splice(state.steps.indexOf(step) + 1, 0, await writeStep(other, step.content, cwd));
    return `Understood: “${reason}”. I will write ${other} instead of ${step.path}.`;
  }
  step.status = 'skipped';
  return `Understood: “${reason}”. I leave “${titleOf(step)}” out and continue with the rest.`;
}

/** Messages may name more files, edits and commands. Returns what it makes of each. */
async function takeMessages(text: string, session: DemoSession): Promise<string[]> {
  const { state, cwd } = session;
  const answers: string[] = [];
  for (const message of messagesIn(behindTask(text))) {
    const wishes = wishesIn(message);
    if (countOf(wishes) === 0) {
      answers.push(
        `I have read your message: “${firstLine(message)}”. Without a model I can only act on files, replacements and commands that it names.`,
      );
      continue;
    }
    const task = { id: `message-${state.steps.length}`, title: firstLine(message), text: '' };
    const found = await survey(cwd);
    const files = wishes.files.map((file) => ({ ...file, content: file.content ?? summaryOf(found, task.title, '') }));
    const steps = await stepsFor(task, { ...wishes, files }, found, cwd);
    // The usual look at the history was already part of the task.
    const asked = steps.filter((step) => step.kind !== 'command' || wishes.commands.includes(step.command));
    state.steps.push(...asked.filter((step) => !state.steps.some((known) => known.id === step.id)));
    answers.push(`Your message adds ${count(asked.length, 'step')}: ${asked.map(titleOf).join(', ')}.`);
  }
  return answers;
}

async function work(turn: DemoTurn): Promise<StopReason> {
  const { session, client, voice } = turn;
  const { steps } = session.state;
  await saveSession(session);
  for (let step = nextOf(steps); step !== undefined; step = nextOf(steps)) {
    await voice.plan(steps, step);
    const outcome = step.kind === 'ask' ? await askPerson(step, session, client) : await perform(step, turn);
    if (outcome === 'cancelled') return 'cancelled';
    // The reason comes with the next prompt; until then there is nothing sensible to do.
    if (outcome === 'rejected') return 'end_turn';
    if (step.status === 'open') step.status = 'done';
  }
  await voice.plan(steps, null);
  const done = steps.filter((step) => step.status === 'done').map(pastOf);
  await voice.say(`Finished: ${done.length === 0 ? 'nothing was done' : done.join(', ')}.`);
  return 'end_turn';
}

function nextOf(steps: readonly Step[]): Step | undefined {
  return steps.find((step) => step.status === 'open');
}

/** Titles and reasons, as the client words them. */
function rejectionsIn(text: string): Array<{ title: string; reason: string }> {
  return [...text.matchAll(/^(?:- |Rejected: )(.+)\nReason: (.+)$/gm)].map(([, title = '', reason = '']) => ({
    title,
    reason,
  }));
}

function messagesIn(text: string): string[] {
  const [, ...parts] = text.split('Message from the person you work for:\n');
  return parts.map((part) => part.split('\n\nTake this into account')[0]?.trim() ?? '').filter((part) => part !== '');
}

function firstLine(text: string): string {
  return text.trim().split('\n')[0]?.slice(0, 200) ?? '';
}
