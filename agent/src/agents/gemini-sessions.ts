/**
 * A program that gives the records of earlier conversations, below the folder where it runs, names that Gemini gives to
 * none. It names a record by the minute and the session, and when a session goes on, it begins a record of it before it
 * reads the earlier one: within the same minute that is the same file, and the conversation is lost.
 */
export const renameSessions = `
const { existsSync, lstatSync, readdirSync, renameSync } = require('node:fs');
const isFolder = (path) => lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
for (const project of readdirSync('.')) {
  const chats = project + '/chats';
  if (!isFolder(project) || !isFolder(chats)) continue;
  for (const name of readdirSync(chats)) {
    if (!/^session-\\d/.test(name)) continue;
    const kept = chats + '/session-kept-' + name.slice('session-'.length);
    if (!existsSync(kept)) renameSync(chats + '/' + name, kept);
  }
}
`;
