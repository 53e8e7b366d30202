import { GoogleError } from './google.mjs';
import { Stop } from './stop.mjs';

/** What went wrong and what to do, for the person at the terminal; a stack trace only for the unforeseen. */
export function explain(error) {
  if (error instanceof Stop) return error.command ? `${error.message}\n  ${error.command}` : error.message;
  if (error instanceof GoogleError) return `${error.words}\n${adviceOn(error)}`;
  return error.stack ?? String(error);
}

function adviceOn({ status, code, words, details, host }) {
  const violated = details.flatMap(({ violations = [] }) => violations.map(({ type }) => type)).find(Boolean);
  // Said nowhere but there.
  if (details.some(({ detail }) => /Firebase Tos Not Accepted/i.test(detail))) {
    return 'You have not accepted the terms of Firebase yet. Do that at https://console.firebase.google.com/?forceCheckTos=true, then run this again.';
  }
  if (/billing/i.test(words)) return 'Link the project with a billing account, then run this again.';
  if (violated || /organi[sz]ation policy|permitted customer|constraint/i.test(words)) {
    return `A policy of your organisation forbids it (${violated ?? 'see above'}). Ask its administrator for an exception for this project, then run this again.`;
  }
  if (status === 403) {
    return `Ask an owner of the project for the role Owner (or the permission above), then run this again: what is done stays.`;
  }
  if (status === 429 || code === 'RESOURCE_EXHAUSTED') {
    return `A quota of ${host} is used up. Run this again in a few minutes, or raise the quota: what is done stays.`;
  }
  return 'Run this again: what is done stays.';
}
