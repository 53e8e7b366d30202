import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { format } from 'oxfmt';
import { toMarkdown, type Table } from '../table.ts';
import { day } from './bill.ts';

const file = join(import.meta.dirname, '../../docs/costs.md');

/** Writes docs/costs.md: what was assumed, then the tables. */
export async function writeDocument(tables: Table[]): Promise<void> {
  const text = `# Costs

\`npm run bench costs\` generates this page. It counts on the emulators, from the functions' logs, what requests read, write and take, and multiplies that by
Google's list prices (\`bench/costs/prices.ts\` has them, with their sources). For what is counted, a real bill should be lower: no monthly free tier is
deducted, each request is counted as if it had an instance to itself, and Firestore's prices are those of its most expensive locations. No real bill has been
compared yet; please report what yours says.

Not counted: models, whose cost the app shows; what is stored over time, which is documents with their indexes, logs, and the saved work of tasks, and
Firestore's point-in-time recovery, which keeps a week of the documents' earlier versions; deletions of documents; what containers send to the internet; builds
of the image. Cloud Run's processors and memory are counted at the prices of its first tier of regions; in the second tier they cost more.

No emulator knows a user's day, so this is assumed: ${day.tasks} tasks, each with ${day.minutesOfWork} minutes of a container's work and one wait for the owner that lasts until the
container ends by itself; ${day.minutesOfApprovals} minutes with the approvals on the screen, and ${day.minutesOfContainer} with a running container; 22 days a month. A container has 2 processors and
4 GiB; smaller ones cost less (\`CONTAINER_CPU\`, \`CONTAINER_MEMORY\`).

Counted on ${new Date().toISOString().slice(0, 10)}. What the code, or a price list, has changed since then is not in these numbers.

${tables.map(toMarkdown).join('\n')}`;
  await writeFile(file, (await format(file, text, { printWidth: 120 })).code);
}
