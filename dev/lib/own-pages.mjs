// Checks what a browser says about the calling page before a local server gets the request. A browser here shows pages
// of the whole internet, and any of them can send requests to 127.0.0.1, even under a name of its own that it has
// pointed here (DNS rebinding). Plain JavaScript, since it is loaded into firebase-tools, too.

const HERE = ['127.0.0.1', 'localhost'];

export function ownOrigins(addresses) {
  return addresses.flatMap((address) => HERE.map((name) => `http://${name}:${new URL(address).port}`));
}

export function foreignHost({ host = '' }) {
  return HERE.includes(host.replace(/:\d+$/, '').toLowerCase()) ? undefined : 'This name is not one of this machine.';
}

// Firebase's emulators admit anybody who sends `Bearer owner`, and answer every page that asks, wherever it is from.
export function refusal(headers, origins) {
  const { origin, authorization = '', 'sec-fetch-site': site } = headers;
  const foreign = foreignHost(headers);
  if (foreign !== undefined) return foreign;
  // Programs send neither. A page's own calls send its origin; what it embeds, and a link to here, only the site.
  if (origin === undefined) return site === 'cross-site' ? 'Calls from other sites are refused.' : undefined;
  if (!origins.includes(origin)) return 'Calls from pages of another origin are refused.';
  return /^\s*bearer\s+owner\s*$/i.test(authorization) ? 'No page has the rights of an owner.' : undefined;
}

// Links are allowed: somebody opens a pull request of the local git host from the app.
export function refusalByProgram({ headers, method }, port) {
  const { host = '', origin, 'sec-fetch-site': site = 'none' } = headers;
  const own = `http://${host.toLowerCase()}`;
  if (!ownOrigins([`http://127.0.0.1:${port}`]).includes(own)) return `Not asked for by its own address: ${host}`;
  if (origin !== undefined && origin !== own) return `Not for pages of ${origin}`;
  const isLink =
    method === 'GET' && headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
  return site === 'none' || site === 'same-origin' || isLink ? undefined : 'Not for pages of other sites';
}
