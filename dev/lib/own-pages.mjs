// What a browser says of the page that calls is looked at before a local server hears of it. A browser here shows pages of the whole internet, and
// any of them can send requests to 127.0.0.1, also under a name of its own that it has lead here (DNS rebinding). Without a compiler, since it is
// loaded into firebase-tools, too.

const HERE = ['127.0.0.1', 'localhost'];

export function ownOrigins(addresses) {
  return addresses.flatMap((address) => HERE.map((name) => `http://${name}:${new URL(address).port}`));
}

export function foreignHost({ host = '' }) {
  return HERE.includes(host.replace(/:\d+$/, '').toLowerCase()) ? undefined : 'This name is not one of this machine.';
}

// Firebase's emulators let anybody in who says `Bearer owner`, and answer every page of the browser that asks, wherever it is from.
export function refusal(headers, origins) {
  const { origin, authorization = '', 'sec-fetch-site': site } = headers;
  const foreign = foreignHost(headers);
  if (foreign !== undefined) return foreign;
  // Programs say neither. A page's own calls say its origin; what it embeds, and a link to here, says the site alone.
  if (origin === undefined) return site === 'cross-site' ? 'Calls from other sites are refused.' : undefined;
  if (!origins.includes(origin)) return 'Calls from pages of another origin are refused.';
  return /^\s*bearer\s+owner\s*$/i.test(authorization) ? 'No page has the rights of an owner.' : undefined;
}

// Links are followed: somebody opens a pull request of the local git host from the app.
export function refusalByProgram({ headers, method }, port) {
  const { host = '', origin, 'sec-fetch-site': site = 'none' } = headers;
  const own = `http://${host.toLowerCase()}`;
  if (!ownOrigins([`http://127.0.0.1:${port}`]).includes(own)) return `Not asked for by its own address: ${host}`;
  if (origin !== undefined && origin !== own) return `Not for pages of ${origin}`;
  const isLink =
    method === 'GET' && headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
  return site === 'none' || site === 'same-origin' || isLink ? undefined : 'Not for pages of other sites';
}
