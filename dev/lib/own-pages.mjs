// Firebase's emulators let anybody in who says `Bearer owner`, and answer every page of the browser that asks, wherever it is from: what the
// browser says of a page is looked at before they hear of a call. Read by the filter in front of Firestore, and, without a compiler, by what is
// loaded into firebase-tools.

const HERE = ['127.0.0.1', 'localhost'];

export function ownOrigins(addresses) {
  return addresses.flatMap((address) => HERE.map((name) => `http://${name}:${new URL(address).port}`));
}

export function foreignHost({ host = '' }) {
  return HERE.includes(host.replace(/:\d+$/, '').toLowerCase()) ? undefined : 'This name is not one of this machine.';
}

export function refusal(headers, origins) {
  const { origin, authorization = '', 'sec-fetch-site': site } = headers;
  const foreign = foreignHost(headers);
  if (foreign !== undefined) return foreign;
  // Programs say neither. A page's own calls say its origin; what it embeds, and a link to here, says the site alone.
  if (origin === undefined) return site === 'cross-site' ? 'Calls from other sites are refused.' : undefined;
  if (!origins.includes(origin)) return 'Calls from pages of another origin are refused.';
  return /^\s*bearer\s+owner\s*$/i.test(authorization) ? 'No page has the rights of an owner.' : undefined;
}
