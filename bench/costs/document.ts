import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { format } from 'prettier';
import { toMarkdown, type Table } from '../table.ts';
import { day } from './bill.ts';

const file = join(import.meta.dirname, '../../docs/costs.md');

/** Writes docs/costs.md: what was assumed, then the tables. */
export async function writeDocument(tables: Table[]): Promise<void> {
  const text = `# Costs

Made by \`npm run bench costs\`: what requests read, wrote and took is counted on the emulators, by what the functions log, and multiplied with Google's
list prices (\`bench/costs/prices.ts\` has them, and where they come from). Nothing that is free each month is taken off, each request is counted as if an
instance served it alone, and Firestore's prices are those of its dearest places: a bill should be lower. What the models take is apart: the app shows it.
No bill was looked at yet; tell what yours says.

Assumed of a user's day, which no emulator can know, ${day.tasks} tasks, for each ${day.minutesOfWork} minutes of a container's work and one wait for the owner until its
container ends by itself, and ${day.minutesOfApprovals} minutes with the approvals and ${day.minutesOfContainer} with a running container on the screen; 22 days a month.
A container has 2 processors and 4 GiB; smaller ones cost less (\`CONTAINER_CPU\`, \`CONTAINER_MEMORY\`).

${tables.map(toMarkdown).join('\n')}`;
  await writeFile(file, await format(text, { parser: 'markdown', printWidth: 120 }));
}
