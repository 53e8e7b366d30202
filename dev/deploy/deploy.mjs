import { GoogleError } from './google.mjs';
import { plan } from './plan.mjs';
import { assumeSettings } from './resources/settings.mjs';
import { OtherRegion, Stop } from './stop.mjs';

/** Looks at everything and changes nothing. Says so where it cannot look; resolves with 0 nevertheless. */
export async function showPlan(context, reason) {
  console.log(
    `What  npm run deploy -- --project ${context.project} --region ${context.region}  does, in this order:\n`,
  );
  if (!context.google) console.log(`Nothing is checked: ${reason}.\n`);
  for (const { title, look } of plan) {
    console.log(line(title, context.google ? await lookSafely(look, context) : 'not looked'));
  }
  console.log('\nNothing was changed.');
  return 0;
}

async function lookSafely(look, context) {
  try {
    const { is, detail, lacking } = await look(context);
    assumeSettings(context, lacking); // the rest is looked at as it will be deployed
    const words = { there: 'is there', missing: 'would be made', different: 'would be changed', unknown: 'not looked' };
    return words[is] + (detail && is !== 'unknown' ? ` (${detail})` : '');
  } catch (error) {
    if (error instanceof OtherRegion) throw error;
    // An API that is not switched on yet, or somebody without the right to look.
    if (error instanceof GoogleError || error instanceof Stop) return `not looked (${firstLine(error)})`;
    throw error;
  }
}

/** Makes what is missing and changes what differs, one thing after the other. Run again, it does only what is left. */
export async function makeAll(context) {
  console.log(`Countersign in ${context.project}, ${context.region}\n`);
  for (const thing of plan) await makeOne(context, thing);
  console.log('');
}

/** Makes one thing of the plan, unless it is as it should be. */
export async function makeOne(context, { title, look, make }) {
  const found = await look(context);
  if (found.is === 'there') {
    console.log(line(title, `is there${found.detail ? ` (${found.detail})` : ''}`));
    return;
  }
  if (found.is === 'unknown') {
    console.log(`${line(title, `left out: ${found.detail}`)}\n    ${found.command}`);
    return;
  }
  console.log(line(title, `${found.is === 'missing' ? 'making it' : 'changing it'} …`));
  const words = await make(context, found);
  console.log(line('', `done${words ? `: ${words}` : ''}`));
}

const line = (title, words) => `${title.padEnd(46)} ${words}`;
const firstLine = (error) => (error.words ?? error.message).split('\n')[0];
